import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { ListedSet } from "#shared/contract/trials.ts";
import { isFileSource } from "#shared/model/segment-size.ts";
import type { NamedModel, QuestionSet, SetProblem, Variant } from "#shared/model/trial.ts";
import type { TrialAnswer, TrialPlan, TrialResult, TrialSummary } from "#shared/model/trial-result.ts";
import { failureText } from "../ui/failure-text.ts";
import { told } from "../ui/told.ts";

/** What is shown beside the list. `path` null: a set that is not saved yet. */
export type Shown =
  | { readonly kind: "set"; readonly path: string | null }
  | { readonly kind: "trial"; readonly id: string };

export type ReadSet = {
  readonly path: string | null;
  readonly text: string;
  readonly hash: string | null;
  readonly set: QuestionSet;
  readonly problems: readonly SetProblem[];
  readonly textOnly: string | null;
};

/** What variants can be made of. */
export type Choices = {
  readonly models: readonly NamedModel[];
  readonly profiles: readonly { readonly id: string; readonly title: string }[];
  readonly files: readonly string[];
  readonly agents: readonly { readonly id: string; readonly name: string }[];
};

export type TrialsState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly sets: readonly ListedSet[];
  readonly trials: readonly TrialSummary[];
  readonly shown: Shown | null;
  readonly set: ReadSet | null;
  readonly choices: Choices;
  /** A variant that was asked for elsewhere: "try without this file", or what the budget tries out. */
  readonly wanted: Variant | null;
  readonly result: TrialResult | null;
  /** The trial came to a stop, and what its answers say is being worked out. */
  readonly isWorking: boolean;
  readonly load: () => Promise<void>;
  readonly show: (shown: Shown | null) => Promise<void>;
  /** Opens a new set, or the newest one, with this variant beside the project as it is. */
  readonly tryVariant: (variant: Variant) => Promise<void>;
  readonly save: (content: QuestionSet | string, name: string) => Promise<string>;
  /** Of yesterday, or the newest ones. */
  readonly past: (which: "yesterday" | "newest") => Promise<readonly string[]>;
  readonly plan: (wanted: Run) => Promise<TrialPlan>;
  readonly start: (wanted: Run) => Promise<void>;
  readonly stop: (id: string) => Promise<void>;
  readonly goOn: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly keep: (id: string, variant: number) => Promise<{ change: string | null; name: string }>;
  readonly answers: (id: string, question: number) => Promise<readonly TrialAnswer[]>;
  readonly changed: (trial: Omit<TrialSummary, "variants">) => void;
};

export type Run = {
  readonly path: string;
  readonly variants: Variant[];
  readonly repeats: number;
  readonly judge: NamedModel | null;
};

export type TrialsStore = StoreApi<TrialsState>;

const NEW_SET: ReadSet = {
  path: null,
  text: "questions:\n  - ask: \n",
  hash: null,
  set: { title: "", questions: [{ ask: "", checks: [] }], variants: [], repeats: 1, judge: null },
  problems: [],
  textOnly: null,
};

const NO_CHOICES: Choices = { models: [], profiles: [], files: [], agents: [] };

export const createTrialsStore = (client: Client): TrialsStore =>
  createStore((set, get) => {
    let shows = 0;
    let reads = 0;
    const readResult = async (id: string) => {
      const own = (reads += 1);
      try {
        const result = await client.call("trials.result", { id });
        const { shown } = get();
        // One that was asked for earlier may come later; it says less.
        if (own === reads && shown?.kind === "trial" && shown.id === id) set({ result });
      } finally {
        if (own === reads) set({ isWorking: false });
      }
    };
    return {
      status: "loading",
      failure: null,
      sets: [],
      trials: [],
      shown: null,
      set: null,
      choices: NO_CHOICES,
      wanted: null,
      result: null,
      isWorking: false,
      load: async () => {
        try {
          const [{ sets }, { trials }] = await Promise.all([
            client.call("trials.sets", {}),
            client.call("trials.list", {}),
          ]);
          set({ status: "ready", failure: null, sets, trials });
        } catch (error) {
          set({ status: "failed", failure: failureText(error) });
        }
      },
      show: async (shown) => {
        const own = (shows += 1);
        reads += 1;
        set({
          shown,
          result: null,
          isWorking: false,
          set: shown?.kind === "set" && shown.path === null ? NEW_SET : null,
        });
        if (shown?.kind === "trial") await readResult(shown.id);
        if (shown?.kind !== "set") return;
        void choicesOf(client).then((choices) => set({ choices }));
        if (shown.path === null) return;
        const read = await client.call("trials.read", { path: shown.path });
        if (own === shows) set({ set: read });
      },
      tryVariant: async (wanted) => {
        await get().load();
        const [newest] = get().sets;
        set({ wanted });
        await get().show({ kind: "set", path: newest?.path ?? null });
      },
      save: async (content, name) => {
        const read = get().set;
        const { path } = await client.call("trials.save", {
          path: read?.path ?? null,
          name,
          content,
          baseHash: read?.hash ?? null,
        });
        const again = await client.call("trials.read", { path });
        set({ set: again, shown: { kind: "set", path } });
        await get().load();
        return path;
      },
      past: async (which) => {
        const span = which === "yesterday" ? { since: midnight(-1), until: midnight(0) } : {};
        const { questions } = await client.call("trials.past", span);
        return questions.map(({ ask }) => ask);
      },
      plan: async (wanted) => (await client.call("trials.plan", wanted)).plan,
      start: async (wanted) => {
        const { id } = await client.call("trials.start", wanted);
        set({ wanted: null });
        await get().load();
        await get().show({ kind: "trial", id });
      },
      stop: async (id) => {
        await client.call("trials.stop", { id });
      },
      goOn: async (id) => {
        await client.call("trials.continue", { id });
      },
      remove: async (id) => {
        await client.call("trials.remove", { id });
        await get().show(null);
        await get().load();
      },
      keep: (id, variant) => client.call("trials.keep", { id, variant }),
      answers: async (id, question) => (await client.call("trials.answers", { id, question })).answers,
      changed: (trial) => {
        const { trials, shown, result } = get();
        set({ trials: trials.map((each) => (each.id === trial.id ? { ...each, ...trial } : each)) });
        if (shown?.kind !== "trial" || shown.id !== trial.id) return;
        if (result) set({ result: { ...result, trial: { ...result.trial, ...trial } } });
        set({ isWorking: trial.status !== "running" });
        if (trial.status !== "running") told(readResult(trial.id));
      },
    };
  });

const choicesOf = async (client: Client): Promise<Choices> => {
  const [models, profiles, preview, agents] = await Promise.all([
    client.call("models.list", { remembered: true }).catch(() => ({ models: [] })),
    client.call("profiles.list", {}).catch(() => ({ profiles: [] })),
    client.call("context.preview", { include: ["manifest"] }).catch(() => null),
    client.call("agents.list", {}).catch(() => ({ agents: [] })),
  ]);
  const files = (preview?.manifest?.segments ?? [])
    .filter(({ source, status }) => isFileSource(source) && status !== "missing")
    .map(({ source }) => source);
  return {
    models: models.models.map(({ provider, id }) => ({ provider, model: id })),
    profiles: profiles.profiles.map(({ id, title }) => ({ id, title })),
    files: [...new Set(files)],
    agents: agents.agents.map(({ id, displayName }) => ({ id, name: displayName })),
  };
};

/** The beginning of today, or of a day before it, in the user's own time. */
const midnight = (days: number): string => {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.toISOString();
};
