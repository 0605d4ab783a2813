import type { BilledUsage, WatchedFormat } from "#shared/model/watched-request.ts";

export type Answer = {
  readonly usage: BilledUsage | null;
  /** Dollars, where the server says them. */
  readonly dollars: number | null;
  /** Of the tokens that were written to the cache, those that stay for an hour. */
  readonly hourWritten: number;
};

const NOTHING: Answer = { usage: null, dollars: null, hourWritten: 0 };

/** What an answer says it took: one JSON value, or the events of a stream. */
export const readUsage = (format: WatchedFormat, text: string): Answer => {
  let found = NOTHING;
  for (const value of valuesOf(text)) found = joined(found, usageIn(format, value));
  return found;
};

type Value = Readonly<Record<string, unknown>>;

/** Only lines that can hold the usage are parsed. */
const valuesOf = function* (text: string): Generator<Value> {
  if (!/^\s*(?:event|data|id|retry|:)/.test(text.slice(0, 200))) {
    const whole = parsed(text);
    if (whole) yield whole;
    return;
  }
  for (const line of text.split("\n")) {
    if (!line.startsWith("data:") || !line.includes('"usage"')) continue;
    const value = parsed(line.slice(5));
    if (value) yield value;
  }
};

const usageIn = (format: WatchedFormat, value: Value): Answer => {
  const inner = record(value["response"]) ?? record(value["message"]) ?? value;
  const usage = record(inner["usage"]);
  if (!usage) return NOTHING;
  return format === "anthropic-messages" ? anthropic(usage) : openai(usage);
};

const openai = (usage: Value): Answer => {
  const details = record(usage["input_tokens_details"] ?? usage["prompt_tokens_details"]);
  return {
    usage: {
      input: count(usage["input_tokens"] ?? usage["prompt_tokens"]),
      cached: count(details?.["cached_tokens"]),
      cacheWritten: null,
      output: count(usage["output_tokens"] ?? usage["completion_tokens"]),
    },
    dollars: typeof usage["cost"] === "number" && usage["cost"] >= 0 ? usage["cost"] : null,
    hourWritten: 0,
  };
};

/** Anthropic counts the input without what was read from the cache and written to it. */
const anthropic = (usage: Value): Answer => {
  const fresh = count(usage["input_tokens"]);
  const cached = count(usage["cache_read_input_tokens"]);
  const cacheWritten = count(usage["cache_creation_input_tokens"]);
  const input = fresh === null ? null : fresh + (cached ?? 0) + (cacheWritten ?? 0);
  const hourWritten = count(record(usage["cache_creation"])?.["ephemeral_1h_input_tokens"]) ?? 0;
  return {
    usage: { input, cached, cacheWritten, output: count(usage["output_tokens"]) },
    dollars: null,
    hourWritten,
  };
};

/** A stream says the input first and the output last; what comes later is the whole figure so far. */
const joined = (before: Answer, now: Answer): Answer => {
  if (!now.usage) return before;
  if (!before.usage) return now;
  const { usage } = before;
  return {
    usage: {
      input: now.usage.input ?? usage.input,
      cached: now.usage.cached ?? usage.cached,
      cacheWritten: now.usage.cacheWritten ?? usage.cacheWritten,
      output: now.usage.output ?? usage.output,
    },
    dollars: now.dollars ?? before.dollars,
    hourWritten: Math.max(now.hourWritten, before.hourWritten),
  };
};

export type Price = { readonly input: number; readonly output: number; readonly cachedInput: number };

/** What writing to the cache costs, as a multiple of the input price: for five minutes, and for an hour. */
const WRITTEN = 1.25;
const WRITTEN_FOR_AN_HOUR = 2;

/** Dollars at list prices; null when the answer does not say how much was read. */
export const costAt = (price: Price, { usage, hourWritten }: Answer): number | null => {
  if (!usage || usage.input === null) return null;
  const cached = Math.min(usage.cached ?? 0, usage.input);
  const written = Math.min(usage.cacheWritten ?? 0, usage.input - cached);
  const hour = Math.min(hourWritten, written);
  const fresh = usage.input - cached - written;
  const input = fresh + hour * WRITTEN_FOR_AN_HOUR + (written - hour) * WRITTEN;
  return (input * price.input + cached * price.cachedInput + (usage.output ?? 0) * price.output) / 1e6;
};

const parsed = (text: string): Value | null => {
  try {
    return record(JSON.parse(text));
  } catch {
    return null;
  }
};

const record = (value: unknown): Value | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Value) : null;

const count = (value: unknown): number | null =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
