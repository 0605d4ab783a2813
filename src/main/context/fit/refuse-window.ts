import { Failure } from "#shared/contract/index.ts";
import { numberText, tokensText } from "#shared/model/number-text.ts";
import { readFileBlocks } from "#shared/model/tagged-text.ts";
import type { Candidate } from "../types.ts";
import type { FitState } from "./fit-state.ts";

/**
 * The failure when what can never be dropped does not fit. It names the largest parts, so that the user knows
 * where to begin.
 */
export const refuseWindow = (
  { window, gathered: { exact } }: FitState,
  needed: number,
  candidates: readonly Candidate[],
): Failure => {
  const largest = candidates
    .filter((each) => each.tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, LARGEST)
    .map(({ source, layer, tokens }) => ({ source, layer, tokens }));
  const message = candidates.find(({ layer }) => layer === "message");
  const called = (source: string) => (source === message?.source ? nameOf(message) : source);
  const named = largest
    .map(({ source, tokens }) => `${called(source)} (${tokensText(tokens, exact)})`)
    .join(", ");
  return new Failure(
    "window-too-small",
    `The prompt needs at least ${tokensText(needed, exact)} tokens, but only ${numberText(window.usable)} of the window of ${numberText(window.max)} are free for it. The largest parts: ${named}.`,
    { needed, usable: window.usable, window: window.max, reservedOutput: window.reserved, largest, exact },
  );
};

const LARGEST = 5;

/** Names the newest message by its attachments, which make it long. */
const nameOf = ({ text }: Candidate): string => {
  const { files } = readFileBlocks(text);
  if (files.length === 0) return "your message";
  return `your message with ${files.map(({ path }) => path).join(", ")}`;
};
