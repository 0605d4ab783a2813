import type { Failure } from "#shared/contract/index.ts";
import type { Ending } from "#shared/model/session-entry.ts";
import { cutStart } from "../base/cut-text.ts";
import type { ModelAnswer } from "./call-model.ts";

/** Characters of a server's own words that are kept with an answer. */
const MAX_SAID = 500;

/** Why an answer that came to its end is not a whole one; undefined when it is. */
export const endingOf = ({ reason, text, calls, cutCalls }: ModelAnswer): Ending | undefined => {
  if (reason === "length") return { kind: "length" };
  if (reason === "refused") return { kind: "refused" };
  if (cutCalls > 0) return { kind: "calls", message: `${cutCalls} more tool calls were not run.` };
  return text.trim() === "" && calls.length === 0 ? { kind: "empty" } : undefined;
};

/** A sentence and the JSON it came in: the sentence, where there is one. */
const withoutBody = (said: string): string => said.replace(/(?<=\S)\s*\{[^]*$/, "").trim();

/** Of an answer that broke off after some words, or never came. */
export const failedEnding = (kind: "broken" | "failed", { code, message, detail }: Failure): Ending => {
  const { said } = (typeof detail === "object" && detail !== null ? detail : {}) as { said?: unknown };
  const words = typeof said === "string" ? cutStart(withoutBody(said), MAX_SAID) : "";
  return { kind, code, message, ...(words !== "" && !message.includes(words) && { said: words }) };
};
