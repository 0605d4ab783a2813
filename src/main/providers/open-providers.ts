import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { LOCAL_PROVIDER } from "#shared/contract/model-files.ts";
import type { ModelInfo, ProviderInfo, ProviderSettings } from "#shared/contract/providers.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import type { Clock } from "../base/clock.ts";
import type { SecretVault } from "../ports/ports.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import { anthropic } from "./anthropic/anthropic.ts";
import { apiBase } from "./api-base.ts";
import { builtin } from "./builtin/builtin.ts";
import { type Catalogue, type CatalogueEntry, catalogueFile, lookUp } from "./catalogue.ts";
import { hideKey } from "./hide-key.ts";
import { isLoopback } from "./is-loopback.ts";
import { KnownModels } from "./known-models.ts";
import type { LocalModels } from "./local/open-local-models.ts";
import { ollama } from "./ollama/ollama.ts";
import { openAiCompatible } from "./openai/compatible.ts";
import { openAi } from "./openai/openai.ts";
import {
  type ModelInfo as ListedModel,
  type Provider,
  type ServerWindow,
  unknownWindow,
} from "./provider.ts";
import type { RequestLog } from "./request-log.ts";

/** The model servers that the user set up, and Built-in, which always exists. */
export type Providers = {
  list(): Promise<readonly ProviderInfo[]>;
  /** Ready to be called. Fails with `provider-not-found`. */
  get(id: string): Promise<Provider>;
  save(draft: ProviderDraft): Promise<ProviderInfo>;
  /** The user's word on background calls to a remote provider. */
  allowBackground(id: string, allowed: boolean): Promise<ProviderInfo>;
  /** Whether a provider may be asked for summaries and notes: one of this machine always may. */
  mayAskInBackground(id: string | null): boolean;
  remove(id: string): Promise<void>;
  /** Asks the server, and stores its answer. */
  models(id: string, signal: AbortSignal): Promise<readonly ModelInfo[]>;
  /** The same without asking remote servers: their last list and its date. */
  knownModels(id: string, signal: AbortSignal): Promise<ModelList>;
  /** Whether the user wants prompts counted there before they are sent. */
  countsBefore(id: string | null): boolean;
  /** What the user said about whether a model sees pictures; null where they did not. */
  saidToSee(id: string, model: string): boolean | null;
  /** What a model costs, dollars for a million tokens; and whether it runs on this machine. */
  priced(id: string, model: string): Promise<{ readonly price: ModelInfo["price"]; readonly local: boolean }>;
  /** By the bundled catalogue, for a server that is none of the user's; null when the model is not in it. */
  listPrice(
    model: string,
  ): Promise<{ readonly price: NonNullable<CatalogueEntry["price"]>; readonly date: string } | null>;
  /** The window to use for one model. Asks the server; when it does not answer, the window is unknown. */
  window(
    id: string,
    model: string,
    signal: AbortSignal,
  ): Promise<
    Pick<ModelInfo, "window" | "windowSource"> & {
      /** Whether the model sees pictures: as the user says, the server, the catalogue; null where nobody does. */
      readonly sees: boolean | null;
    }
  >;
};

/** `at`: when the server was asked, ISO 8601; null when it never was. */
export type ModelList = { readonly models: readonly ModelInfo[]; readonly at: string | null };

export type ProviderDraft = {
  readonly id: string;
  readonly kind: ProviderSettings["kind"];
  readonly name: string;
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly windows?: Readonly<Record<string, number>> | undefined;
  readonly prices?: ProviderSettings["prices"] | undefined;
  readonly exactCounts?: boolean | undefined;
  readonly pictures?: Readonly<Record<string, boolean>> | undefined;
};

export type ProvidersOptions = {
  readonly settings: SettingsFile<UserSettings>;
  readonly localModels: Pick<LocalModels, "provider" | "files">;
  readonly vault: SecretVault | null;
  readonly log: RequestLog;
  readonly resources: string;
  readonly userData: string;
  readonly clock: Clock;
  /** After one was saved or removed. */
  readonly onChange?: (providers: readonly ProviderInfo[]) => void;
};

const defaultUrls: Readonly<Record<ProviderSettings["kind"], string | null>> = {
  ollama: "http://127.0.0.1:11434",
  "openai-compatible": null,
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
};

const makers = {
  ollama,
  openai: openAi,
  "openai-compatible": openAiCompatible,
  anthropic,
} satisfies Record<ProviderSettings["kind"], unknown>;

export const openProviders = (options: ProvidersOptions): Providers => {
  const { settings, vault, log, resources, clock } = options;
  const known = new KnownModels(join(options.userData, "models.json"), clock);
  let catalogue: Promise<Catalogue> | null = null;
  const bundled = () => (catalogue ??= readCatalogue(resources));

  const found = (id: string): ProviderSettings => {
    const own = settings.get().providers[id];
    if (own) return own;
    throw new Failure("provider-not-found", `There is no model provider called "${id}".`, { id });
  };
  const keyOf = async (id: string, { baseUrl }: ProviderSettings) =>
    (await vault?.get(keyName(id, baseUrl))) ?? null;

  const infoOf = async (id: string, own: ProviderSettings): Promise<ProviderInfo> =>
    providerInfo(id, own, (await keyOf(id, own)) !== null, vault);

  const get = async (id: string): Promise<Provider> => {
    if (id === builtin.id) return builtin;
    if (id === LOCAL_PROVIDER) return options.localModels.provider;
    const own = found(id);
    const apiKey = await keyOf(id, own);
    const config = { id, name: own.name, baseUrl: apiBase(own.kind, own.baseUrl), apiKey };
    return hideKey(makers[own.kind](config, log), apiKey);
  };

  const resolved = async (id: string, model: string, server: ServerWindow) => {
    const entry = lookUp(await bundled(), model);
    return { ...chooseWindow(ownWindow(settings.get(), id, model), server, entry?.window ?? null), entry };
  };

  const described = (id: string, listed: readonly ListedModel[]): Promise<readonly ModelInfo[]> =>
    Promise.all(
      listed.map(async (model) => {
        const { entry, ...window } = await resolved(id, model.id, model.window);
        return {
          provider: id,
          id: model.id,
          name: model.name,
          ...window,
          sees: settings.get().providers[id]?.pictures[model.id] ?? model.window.sees ?? entry?.sees ?? null,
          price: settings.get().providers[id]?.prices[model.id] ?? entry?.price ?? null,
          catalogueDate: entry?.date ?? null,
        };
      }),
    );

  const ask = async (id: string, signal: AbortSignal) => {
    const listed = await (await get(id)).models(signal);
    const own = settings.get().providers[id];
    if (own) await known.keep(id, own.baseUrl, listed);
    return described(id, listed);
  };

  const list = async (): Promise<readonly ProviderInfo[]> => [
    builtinInfo,
    ...(options.localModels.files.ids().length > 0 ? [localInfo] : []),
    ...(await Promise.all(Object.entries(settings.get().providers).map(([id, own]) => infoOf(id, own)))),
  ];

  const changed = async (id: string): Promise<ProviderInfo> => {
    options.onChange?.(await list());
    return infoOf(id, found(id));
  };

  return {
    list,
    get,
    save: async (draft) => {
      refuseShipped(draft.id);
      const baseUrl = checkedUrl(
        draft.baseUrl ?? settings.get().providers[draft.id]?.baseUrl ?? defaultUrls[draft.kind],
      );
      if (draft.apiKey !== undefined) await keepKey(vault, keyName(draft.id, baseUrl), draft.apiKey);
      const { id, kind, name } = draft;
      const own = { ...askAgain(settings.get().providers[id], baseUrl), ...chosenIn(draft) };
      await settings.set({ providers: { [id]: { kind, name, baseUrl, ...own } } });
      return changed(id);
    },
    allowBackground: async (id, allowed) => {
      found(id);
      await settings.set({ providers: { [id]: { background: allowed ? "allowed" : "denied" } } });
      return changed(id);
    },
    mayAskInBackground: (id) => mayAsk(id === null ? undefined : settings.get().providers[id]),
    countsBefore: (id) => id !== null && settings.get().providers[id]?.exactCounts === true,
    saidToSee: (id, model) => settings.get().providers[id]?.pictures[model] ?? null,
    remove: async (id) => {
      const own = found(id);
      await vault?.remove(keyName(id, own.baseUrl));
      await settings.set({ providers: { [id]: null } });
      await known.forget(id);
      options.onChange?.(await list());
    },
    models: ask,
    knownModels: async (id, signal) => {
      const own = settings.get().providers[id];
      if (!own || isLoopback(own.baseUrl))
        return { models: await ask(id, signal), at: clock.now().toISOString() };
      const list = await known.of(id, own.baseUrl);
      return { models: await described(id, list?.models ?? []), at: list?.at ?? null };
    },
    priced: async (id, model) => {
      const own = settings.get().providers[id];
      const local = own === undefined || isLoopback(own.baseUrl);
      const listed = own?.prices[model] ?? (local ? null : lookUp(await bundled(), model)?.price);
      return { price: listed ?? null, local };
    },
    listPrice: async (model) => listPrice(lookUp(await bundled(), model)),
    window: async (id, model, signal) => {
      const provider = await get(id);
      const said = await provider.window(model, signal).catch(() => unknownWindow);
      // Ollama serves what each call asks for (`num_ctx`), so its current window is not a limit.
      const server = provider.kind === "ollama" ? { ...said, served: null } : said;
      const { window, windowSource, entry } = await resolved(id, model, server);
      const own = settings.get().providers[id]?.pictures[model];
      return { window, windowSource, sees: own ?? server.sees ?? entry?.sees ?? null };
    },
  };
};

const listPrice = (entry: CatalogueEntry | null) =>
  entry?.price ? { price: entry.price, date: entry.date } : null;

const ownWindow = ({ modelFiles, providers }: UserSettings, id: string, model: string): number | null =>
  (id === LOCAL_PROVIDER ? modelFiles[model]?.window : providers[id]?.windows[model]) ?? null;

const refuseShipped = (id: string): void => {
  if (id !== builtin.id && id !== LOCAL_PROVIDER) return;
  throw new Failure("provider-built-in", `"${id}" ships with Satchel and cannot be changed.`, { id });
};

const providerInfo = (
  id: string,
  own: ProviderSettings,
  hasKey: boolean,
  vault: SecretVault | null,
): ProviderInfo => ({
  id,
  ...own,
  local: isLoopback(own.baseUrl),
  hasKey,
  warning: hasKey && vault?.kind === "file" ? plainFileWarning : null,
});

/** In this order: the user's own value, the window the server serves, the trained window, the catalogue's. */
export const chooseWindow = (
  own: number | null,
  server: ServerWindow,
  catalogued: number | null,
): Pick<ModelInfo, "window" | "windowSource"> => {
  if (own !== null) return { window: own, windowSource: "yours" };
  if (server.served !== null) return { window: server.served, windowSource: "server" };
  if (server.trained !== null) return { window: server.trained, windowSource: "trained" };
  if (catalogued !== null) return { window: catalogued, windowSource: "catalogue" };
  return { window: null, windowSource: "unknown" };
};

const plainFileWarning = "The key is kept in a file that only you can read, not in the system's keychain.";

const withoutServer = {
  baseUrl: "",
  hasKey: false,
  windows: {},
  pictures: {},
  prices: {},
  background: "allowed",
  exactCounts: false,
  local: true,
  warning: null,
} as const;

const builtinInfo: ProviderInfo = { ...withoutServer, id: builtin.id, kind: "builtin", name: builtin.name };
const localInfo: ProviderInfo = {
  ...withoutServer,
  id: LOCAL_PROVIDER,
  kind: "local",
  name: "Model files",
};

/** Bound to the origin: a changed address does not get the key that was entered for a different one. */
const keyName = (id: string, baseUrl: string) => `provider:${id}@${new URL(baseUrl).origin}`;

/** Built-in asks nobody, and what runs here tells nobody. */
const mayAsk = (own: ProviderSettings | undefined): boolean =>
  own === undefined || isLoopback(own.baseUrl) || own.background === "allowed";

const chosenIn = ({ windows, prices, exactCounts, pictures }: ProviderDraft) => ({
  ...(windows ? { windows } : {}),
  ...(pictures ? { pictures } : {}),
  ...(prices ? { prices } : {}),
  ...(exactCounts === undefined ? {} : { exactCounts }),
});

/** What was allowed was allowed for the address before. */
const askAgain = (before: ProviderSettings | undefined, baseUrl: string): Partial<ProviderSettings> =>
  before !== undefined && originOf(before.baseUrl) !== originOf(baseUrl)
    ? { background: "ask", exactCounts: false }
    : {};

const originOf = (baseUrl: string) => new URL(baseUrl).origin;

const checkedUrl = (url: string | null): string => {
  const parsed = url ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new Failure("invalid-address", "The address must start with http:// or https://.", {
      baseUrl: url,
    });
  }
  if (parsed.username || parsed.password) {
    throw new Failure(
      "invalid-address",
      "The address must not contain a user name or a password. Enter the key in its own field.",
    );
  }
  return parsed.href.replace(/\/$/, "");
};

const keepKey = async (vault: SecretVault | null, name: string, key: string) => {
  if (!vault) throw new Failure("no-vault", "This host has no safe place for a key, so it was not saved.");
  await (key === "" ? vault.remove(name) : vault.set(name, key));
};

const readCatalogue = async (resources: string): Promise<Catalogue> =>
  catalogueFile.parse(JSON.parse(await readFile(join(resources, "catalogue", "models.json"), "utf8")));
