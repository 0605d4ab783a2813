import { isEmbeddingModel } from "#shared/model/embedding-model.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Agent, Identity, SubagentDraft, SubagentInfo } from "#shared/contract/agents.ts";
import type { Client } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import type { ToolChoices } from "#shared/contract/tools.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import { failureText } from "../ui/failure-text.ts";
import type { DelegateChoices } from "./delegates-field.tsx";
import { undoChange } from "../ui/undo-change.ts";

type Changes = Readonly<Record<string, unknown>>;
/** Unsaved text of a form, by the field's key. */
export type Draft = Readonly<Record<string, string>>;
/** Undoes the last change; null where that is not possible. */
export type TakeBack = (() => Promise<void>) | null;

export type TriedSubagent = { readonly problem: string | null; readonly manifest: Manifest | null };

export type AgentsState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly agents: readonly Agent[];
  readonly warnings: readonly FileWarning[];
  readonly profiles: readonly Profile[];
  readonly problems: readonly { readonly file: string; readonly message: string }[];
  /** Known models and model servers, offered as suggestions. */
  readonly models: readonly string[];
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** By form: `agent juno`, `profile my-layered`. They are kept while the user looks at something else. */
  readonly drafts: Readonly<Record<string, Draft>>;
  readonly load: () => Promise<void>;
  readonly type: (form: string, draft: Draft) => void;
  /** A different project was opened. */
  readonly forgetDrafts: () => void;
  readonly identity: (id: string) => Promise<Identity>;
  readonly toolChoices: (id: string) => Promise<ToolChoices>;
  readonly delegates: (id: string) => Promise<DelegateChoices>;
  /** Files of `subagents/`. */
  readonly subagents: readonly SubagentInfo[];
  /** What a draft would be. */
  readonly trySubagent: (draft: SubagentDraft, signal: AbortSignal) => Promise<TriedSubagent>;
  /** Fails with `exists` for a new one whose file is there. */
  readonly saveSubagent: (
    draft: SubagentDraft,
    isKnown: boolean,
  ) => Promise<{ readonly path: string; readonly takeBack: TakeBack }>;
  readonly saveAgent: (id: string, values: Changes) => Promise<TakeBack>;
  readonly removeAgent: (id: string) => Promise<TakeBack>;
  readonly saveProfile: (profile: Changes) => Promise<TakeBack>;
  readonly removeProfile: (id: string) => Promise<TakeBack>;
};

export type AgentsStore = StoreApi<AgentsState>;

export const createAgentsStore = (client: Client): AgentsStore =>
  createStore((set, get) => {
    const written = async (work: Promise<{ readonly change: string | null }>): Promise<TakeBack> => {
      const { change } = await work;
      await get().load();
      if (change === null) return null;
      return () => undoChange(client, change).then(() => get().load());
    };

    const readOffers = async () => {
      const { providers } = await client.call("providers.list", {});
      set({ providers: providers.map(({ id, name }) => ({ id, name })) });
      const { models } = await client.call("models.list", { remembered: true });
      set({ models: [...new Set(models.map(({ id }) => id))].filter((id) => !isEmbeddingModel(id)) });
    };

    return {
      status: "loading",
      failure: null,
      agents: [],
      subagents: [],
      warnings: [],
      profiles: [],
      problems: [],
      models: [],
      providers: [],
      drafts: {},
      type: (form, draft) => {
        const { [form]: _, ...others } = get().drafts;
        set({ drafts: Object.keys(draft).length === 0 ? others : { ...others, [form]: draft } });
      },
      forgetDrafts: () => set({ drafts: {} }),
      load: async () => {
        try {
          const [{ agents, warnings }, { profiles, problems }, { subagents }] = await Promise.all([
            client.call("agents.list", {}),
            client.call("profiles.list", {}),
            client.call("agents.subagents", {}),
          ]);
          set({ status: "ready", failure: null, agents, warnings, profiles, problems, subagents });
        } catch (error) {
          set({ status: "failed", failure: failureText(error) });
        }
        // Suggestions can take as long as a server's timeout, and nothing waits for them.
        readOffers().catch(() => {});
      },
      identity: async (id) => (await client.call("agents.identity", { id })).identity,
      toolChoices: (id) => client.call("tools.choices", { agent: id }),
      delegates: async (id) => ({
        offers: (await client.call("agents.delegates", { id })).delegates,
        promptOf: async ({ id: agent, from }) => {
          // A subagent of a file is run with the profile of its caller.
          const own = get().agents.find((each) => each.id === id);
          const profile = from.endsWith(".md") && own ? { profile: own.profile } : {};
          const { manifest } = await client.call("context.preview", {
            agent,
            message: "",
            ...profile,
            include: ["manifest"],
          });
          return { tokens: manifest?.window.used ?? 0, exact: manifest?.exact ?? false };
        },
      }),
      trySubagent: (draft, signal) => client.call("agents.trySubagent", draft, signal),
      saveSubagent: async (draft, isKnown) => {
        const path = `${draft.home === "" ? "" : `${draft.home}/`}subagents/${draft.id}.md`;
        const shown = isKnown ? await client.call("workspace.read", { path, root: "project" }) : null;
        const saved = client.call("agents.saveSubagent", { ...draft, baseHash: shown?.hash ?? null });
        return { takeBack: await written(saved), path };
      },
      saveAgent: (id, values) => written(client.call("agents.save", { id, values })),
      removeAgent: (id) => written(client.call("agents.remove", { id })),
      saveProfile: (profile) => written(client.call("profiles.save", { profile })),
      removeProfile: (id) => written(client.call("profiles.remove", { id })),
    };
  });
