import { z } from "zod";
import { layerId } from "./layer.ts";
import { origin } from "./origin.ts";

/**
 * A request of another program that went through the watch to its own server. Everything about it is kept in memory
 * only, and no header is kept at all.
 */

/** What a format calls its parts differs; these are the kinds that all of them have. */
export const WATCHED_KINDS = [
  "tool",
  "system",
  "user",
  "assistant",
  "thinking",
  "call",
  "result",
  "picture",
] as const;
export const watchedKind = z.enum(WATCHED_KINDS);
export type WatchedKind = z.output<typeof watchedKind>;

/** Lines of a part that are lines of a file of the open folder. All lines count from 1. */
export const watchedPlace = z.object({
  /** Project-relative. */
  path: z.string(),
  line: z.number().int(),
  lastLine: z.number().int(),
  /** Where they begin in the part. */
  at: z.number().int(),
});
export type WatchedPlace = z.output<typeof watchedPlace>;

export const watchedPart = z.object({
  index: z.number().int(),
  kind: watchedKind,
  layer: layerId,
  title: z.string(),
  origin,
  tokens: z.number().int(),
  chars: z.number().int(),
  /** False: the tokens are an estimate. */
  exact: z.boolean(),
  /** Beside the request that it is compared with. */
  change: z.enum(["same", "changed", "new"]),
  places: z.array(watchedPlace),
});
export type WatchedPart = z.output<typeof watchedPart>;

/** How much of a request a server could have reused from the one before: their longest common beginning. */
export const commonBeginning = z.object({
  /** The request that it is compared with. */
  against: z.string(),
  /** Whole parts, and tokens with the beginning of the part that differs. */
  parts: z.number().int(),
  tokens: z.number().int(),
  /** Where both differ; null when the earlier request is the beginning of this one. */
  broken: z
    .object({
      /** Index of the part; null when the request ends before the earlier one does. */
      part: z.number().int().nullable(),
      title: z.string(),
      /** Line in the part, from 1, as it was and as it is. */
      line: z.number().int(),
      before: z.string(),
      now: z.string(),
    })
    .nullable(),
  /** Parts of the earlier request that this one does not have. */
  gone: z.array(z.object({ title: z.string(), tokens: z.number().int() })),
});
export type CommonBeginning = z.output<typeof commonBeginning>;

/** As the answer says; null where it does not. `input` includes what was read from and written to the cache. */
export const billedUsage = z.object({
  input: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  cacheWritten: z.number().int().nullable(),
  output: z.number().int().nullable(),
});
export type BilledUsage = z.output<typeof billedUsage>;

export const billedCost = z.object({
  dollars: z.number(),
  /** `answer`: the server said it. Otherwise the usage at the list prices of this date. */
  from: z.union([z.literal("answer"), z.object({ prices: z.string() })]),
});

export const watchedFormat = z.enum(["openai-chat", "openai-responses", "anthropic-messages", "other"]);
export type WatchedFormat = z.output<typeof watchedFormat>;

export const watchedSummary = z.object({
  id: z.string(),
  at: z.string(),
  /** The name that the program gives itself. Nothing proves it. */
  client: z.string(),
  format: watchedFormat,
  method: z.string(),
  /** Without what follows a question mark, which may hold a key. */
  path: z.string(),
  model: z.string().nullable(),
  /** HTTP status; null while there is no answer. */
  status: z.number().int().nullable(),
  /** `stopped`: one side closed the connection before the end. */
  outcome: z.enum(["running", "finished", "failed", "stopped"]),
  /** It has ended, and everything that can be learned of it is known. */
  complete: z.boolean(),
  /** Until the first byte of the answer and until its end. */
  firstMs: z.number().int().nullable(),
  ms: z.number().int().nullable(),
  bytesSent: z.number().int(),
  bytesReceived: z.number().int(),
  /** Counted tokens of all parts; null when the request was not taken apart. */
  tokens: z.number().int().nullable(),
  usage: billedUsage.nullable(),
  cost: billedCost.nullable(),
  /** Whether the server is on this computer, so that no one bills it. */
  local: z.boolean(),
  /** Why something is not known, one sentence each. */
  notes: z.array(z.string()),
});
export type WatchedSummary = z.output<typeof watchedSummary>;

export const watchedRequest = watchedSummary.extend({
  encoding: z.string(),
  parts: z.array(watchedPart),
  common: commonBeginning.nullable(),
});
export type WatchedRequest = z.output<typeof watchedRequest>;

export const watchState = z.object({
  running: z
    .object({ upstream: z.string(), address: z.string(), port: z.number().int(), since: z.string() })
    .nullable(),
  /** Newest first. */
  requests: z.array(watchedSummary),
  /** Requests that were dropped because newer ones came. */
  dropped: z.number().int(),
  /** Requests that were refused since the start, because of who or how many they were. */
  refused: z.number().int(),
});
export type WatchState = z.output<typeof watchState>;
