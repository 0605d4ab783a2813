import { createStore, type StoreApi } from "zustand/vanilla";
import { type Client, Failure } from "#shared/contract/index.ts";
import { isServer } from "#shared/contract/providers.ts";
import type { ModelInfo, ProviderInfo, ServerKind } from "#shared/contract/providers.ts";
import type { ModelChoice } from "../ui/model-menu.tsx";

export type FoundServer = {
  readonly kind: ServerKind;
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
};

export type ProviderProblem = { readonly provider: string; readonly message: string };

export type ProviderDraft = {
  readonly id: string;
  readonly kind: ServerKind;
  readonly name: string;
  readonly baseUrl: string;
  /** Omitted: keeps the existing key. */
  readonly apiKey?: string;
  readonly windows?: Readonly<Record<string, number>>;
  readonly pictures?: Readonly<Record<string, boolean>>;
  readonly exactCounts?: boolean;
};

export type RequestLine = {
  readonly at: string;
  readonly host: string;
  readonly purpose: string;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly status: number | null;
};

export type ProvidersState = {
  readonly providers: readonly ProviderInfo[];
  readonly models: readonly ModelInfo[];
  readonly problems: readonly ProviderProblem[];
  /** Servers on this machine that are not set up yet; null until they were searched for. */
  readonly found: readonly FoundServer[] | null;
  /** When each server listed its models, ISO 8601; servers that never did are missing. */
  readonly asked: Readonly<Record<string, string>>;
  /** True while servers are asked for their models. */
  readonly asking: boolean;
  readonly requests: readonly RequestLine[];
  /** The provider and model of each agent, by its id. */
  readonly choices: Readonly<Record<string, ModelChoice>>;

  readonly load: () => Promise<void>;
  /** Asks every server. */
  readonly askModels: () => Promise<void>;
  /** The known models, without asking remote servers. */
  readonly readModels: () => Promise<void>;
  readonly discover: () => Promise<void>;
  readonly readRequests: () => Promise<void>;
  /** Returns the models the server offers, or throws its failure. */
  readonly save: (draft: ProviderDraft) => Promise<readonly string[]>;
  readonly test: (id: string) => Promise<readonly string[]>;
  /** Returns a function that adds it again; its key is lost. */
  readonly remove: (provider: ProviderInfo) => Promise<() => Promise<void>>;
  readonly choose: (agent: string, choice: ModelChoice) => Promise<void>;
  /** When the last choice is saved or has failed: a message sent right after it is answered by what was chosen. */
  readonly settled: () => Promise<void>;
  readonly changed: (providers: readonly ProviderInfo[]) => void;
};

export type ProvidersStore = StoreApi<ProvidersState>;

/** Model servers, their models, and which agent uses which. */
export const createProvidersStore = (client: Client): ProvidersStore =>
  createStore((set, get) => {
    let choosing: Promise<void> = Promise.resolve();
    const readChoices = async () => {
      const listed = await client.call("agents.list", {}).catch(noProject);
      const choices = (listed?.agents ?? []).map(({ id, provider, model }) => [
        id,
        provider === null || provider === "builtin" || model === null ? null : { provider, model },
      ]);
      set({ choices: Object.fromEntries(choices) as Record<string, ModelChoice> });
    };
    const listModels = async (remembered: boolean) => {
      const { models, problems, asked } = await client.call("models.list", { remembered });
      set({
        models,
        problems,
        asked: Object.fromEntries(asked.map(({ provider, at }) => [provider, at])),
      });
    };
    const test = async (id: string) => (await client.call("providers.test", { id })).models;
    return {
      providers: [],
      models: [],
      problems: [],
      asked: {},
      found: null,
      asking: false,
      requests: [],
      choices: {},
      load: async () => {
        const { providers } = await client.call("providers.list", {});
        set({ providers });
        await readChoices();
      },
      askModels: async () => {
        set({ asking: true });
        try {
          await listModels(false);
        } finally {
          set({ asking: false });
        }
      },
      readModels: () => listModels(true),
      discover: async () => {
        const { found } = await client.call("providers.discover", {});
        set({ found });
      },
      readRequests: async () => {
        const { requests } = await client.call("requests.log", {});
        set({ requests: requests.toReversed() });
      },
      save: async ({ apiKey, windows, pictures, ...draft }) => {
        await client.call("providers.save", {
          ...draft,
          ...(apiKey !== undefined && { apiKey }),
          ...(windows && { windows: { ...windows } }),
          ...(pictures && { pictures: { ...pictures } }),
        });
        await get().load();
        const offered = await test(draft.id);
        await get().readModels();
        return offered;
      },
      test,
      remove: async ({ id, kind, name, baseUrl, windows, pictures }) => {
        await client.call("providers.remove", { id });
        await get().load();
        return async () => {
          if (!isServer(kind)) return;
          const own = { windows: { ...windows }, pictures: { ...pictures } };
          await client.call("providers.save", { id, kind, name, baseUrl, ...own });
          await get().load();
        };
      },
      choose: (agent, choice) => {
        const values = choice
          ? { provider: choice.provider, model: choice.model }
          : { provider: null, model: null };
        const work = client.call("agents.save", { id: agent, values }).then(readChoices);
        choosing = work.catch(() => {});
        return work;
      },
      settled: () => choosing,
      changed: (providers) => set({ providers }),
    };
  });

/** Without a project there are no agents. */
const noProject = (error: unknown) => {
  if (error instanceof Failure) return null;
  throw error;
};
