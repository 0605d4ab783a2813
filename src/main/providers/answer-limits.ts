/**
 * A server that does not stop where it was asked to is stopped: characters of text per token asked for, which
 * is more than any language needs, and a margin. Thoughts may be longer.
 */
const MAX_CHARS_PER_TOKEN = 12;
const MARGIN_CHARS = 10_000;
const THOUGHTS_SHARE = 4;

export const answerLimits = (
  maxOutputTokens: number,
): { readonly text: number; readonly thoughts: number } => {
  const text = maxOutputTokens * MAX_CHARS_PER_TOKEN + MARGIN_CHARS;
  return { text, thoughts: THOUGHTS_SHARE * text };
};
