import type { Failure } from "#shared/contract/index.ts";
import type { Ending } from "#shared/model/session-entry.ts";
import { numberText } from "#shared/model/number-text.ts";
import { cutStart } from "../base/cut-text.ts";
import type { ModelAnswer } from "./call-model.ts";

/** Characters of a server's own words that are kept with an answer. */
const MAX_SAID = 500;

/** Servers count the tokens that end an answer differently. */
const TOKENS_OF_END = 8;

/** Why an answer that came to its end is not a whole one; undefined when it is. `asked`: tokens it could have. */
export const endingOf = (
  { reason, text, calls, cutCalls, usage }: ModelAnswer,
  asked: number,
): Ending | undefined => {
  if (reason === "length") return cutAt(usage.output, asked);
  if (reason === "refused") return { kind: "refused" };
  if (cutCalls > 0) return { kind: "calls", message: `${cutCalls} more tool calls were not run.` };
  return text.trim() === "" && calls.length === 0 ? { kind: "empty" } : undefined;
};

/**
 * The server ended it before the length that was asked for: prompt and answer fill its window, or it has a limit of
 * its own. llama.cpp calls that `truncated`, but says it in its own format only.
 */
const cutAt = (wrote: number | null, asked: number): Ending => {
  if (wrote === null || wrote + TOKENS_OF_END >= asked) return { kind: "length" };
  const message =
    `The answer was cut at the length limit of the server, after ${numberText(wrote)} of up to ` +
    `${numberText(asked)} tokens that were asked for: its window is full, or its own limit is lower.`;
  return { kind: "length", code: "window-full", message };
};

/** A sentence and the JSON it came in: the sentence, where there is one. */
const withoutBody = (said: string): string => said.replace(/(?<=\S)\s*\{[^]*$/, "").trim();

/** Of an answer that broke off after some words, or never came. */
export const failedEnding = (kind: "broken" | "failed", { code, message, detail }: Failure): Ending => {
  const { said } = (typeof detail === "object" && detail !== null ? detail : {}) as { said?: unknown };
  const words = typeof said === "string" ? cutStart(withoutBody(said), MAX_SAID) : "";
  return { kind, code, message, ...(words !== "" && !message.includes(words) && { said: words }) };
};
