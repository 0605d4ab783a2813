import { z } from "zod";
import { route } from "./route.ts";

export const providerKind = z.enum([
  "builtin",
  "local",
  "ollama",
  "openai-compatible",
  "openai",
  "anthropic",
]);
export type ProviderKind = z.output<typeof providerKind>;

/** Those that are servers, with an address. */
export const serverKind = providerKind.exclude(["builtin", "local"]);
export type ServerKind = z.output<typeof serverKind>;
export const isServer = (kind: ProviderKind): kind is ServerKind => kind !== "builtin" && kind !== "local";

/** Dollars per million tokens. */
const price = z.object({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cachedInput: z.number().nonnegative(),
});

/** A model server that the user set up. The key is stored elsewhere and never leaves the main process. */
export const providerSettings = z.object({
  kind: serverKind,
  name: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Windows of models as set by the user, in tokens; they win over everything else. */
  windows: z.record(z.string(), z.number().int().positive()).default({}),
  /** Whether models see pictures, as set by the user. */
  pictures: z.record(z.string(), z.boolean()).default({}),
  /** The same for prices, in dollars per million tokens. */
  prices: z.record(z.string(), price).default({}),
  /** Whether it may be asked for summaries and notes in the background; `ask` until the user said so. */
  background: z.enum(["ask", "allowed", "denied"]).default("ask"),
  /** The prompt that is being written is sent there to be counted, before the user sends it. */
  exactCounts: z.boolean().default(false),
});
export type ProviderSettings = z.output<typeof providerSettings>;

export const providerInfo = z.object({
  id: z.string(),
  kind: providerKind,
  name: z.string(),
  /** Empty for Built-in and model files, which send no requests. */
  baseUrl: z.string(),
  hasKey: z.boolean(),
  windows: z.record(z.string(), z.number()),
  pictures: z.record(z.string(), z.boolean()),
  prices: z.record(z.string(), price),
  background: z.enum(["ask", "allowed", "denied"]),
  exactCounts: z.boolean(),
  /** It runs on this machine, so nothing is asked. */
  local: z.boolean(),
  /** A remark for the user, such as how its key is stored. */
  warning: z.string().nullable(),
});
export type ProviderInfo = z.output<typeof providerInfo>;

/** A model server found on this machine that is not set up yet. */
export const foundServer = z.object({
  kind: serverKind,
  name: z.string(),
  baseUrl: z.string(),
  models: z.array(z.string()),
});

export const modelInfo = z.object({
  provider: z.string(),
  id: z.string(),
  name: z.string(),
  /** The window to use, in tokens, and its source. */
  window: z.number().int().nullable(),
  windowSource: z.enum(["yours", "server", "trained", "catalogue", "unknown"]),
  /** Whether it sees pictures: as the user says, the server, the catalogue; null where nobody does. */
  sees: z.boolean().nullable(),
  /** The user's own, otherwise from the dated catalogue. */
  price: price.nullable(),
  catalogueDate: z.string().nullable(),
});
export type ModelInfo = z.output<typeof modelInfo>;

export const requestEntry = z.object({
  at: z.string(),
  host: z.string(),
  purpose: z.string(),
  bytesSent: z.number().int(),
  bytesReceived: z.number().int(),
  status: z.number().int().nullable(),
});

const oneProvider = z.object({ provider: providerInfo });

export const providersRoutes = {
  "providers.list": route(z.object({}), z.object({ providers: z.array(providerInfo) })),
  /**
   * Omitting `apiKey` keeps the key; an empty one removes it. A key is bound to the origin it was entered
   * for.
   */
  "providers.save": route(
    z.object({
      id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
      kind: serverKind,
      name: z.string().min(1),
      baseUrl: z.string().optional(),
      apiKey: z.string().optional(),
      windows: z.record(z.string(), z.number().int().positive()).optional(),
      pictures: z.record(z.string(), z.boolean()).optional(),
      prices: z.record(z.string(), price).optional(),
      exactCounts: z.boolean().optional(),
    }),
    oneProvider,
  ),
  /** The user's word on whether a remote provider may be asked in the background. */
  "providers.allowBackground": route(z.object({ id: z.string(), allowed: z.boolean() }), oneProvider),
  "providers.remove": route(z.object({ id: z.string() }), z.object({})),
  /** Asks the server for its models; the failure explains what is wrong and what to do. */
  "providers.test": route(z.object({ id: z.string() }), z.object({ models: z.array(z.string()) })),
  /** Looks on the usual ports of this machine. */
  "providers.discover": route(z.object({}), z.object({ found: z.array(foundServer) })),
  /**
   * Asks every server, or the named one. With `remembered` only those of this machine are asked: the others
   * are answered from their last list.
   */
  "models.list": route(
    z.object({ provider: z.string().optional(), remembered: z.boolean().default(false) }),
    z.object({
      models: z.array(modelInfo),
      /** When each server was last asked, ISO 8601; servers that were never asked are missing. */
      asked: z.array(z.object({ provider: z.string(), at: z.string() })),
      problems: z.array(z.object({ provider: z.string(), code: z.string(), message: z.string() })),
    }),
  ),
  /** A picture from the web that the user asked to see, as a data address. Fails with `picture-refused` or `picture-failed`. */
  "requests.picture": route(z.object({ address: z.string().max(4_000) }), z.object({ data: z.string() })),
  "requests.log": route(z.object({}), z.object({ requests: z.array(requestEntry) })),
};

export const providersEvents = {
  "providers.changed": z.object({ providers: z.array(providerInfo) }),
};
