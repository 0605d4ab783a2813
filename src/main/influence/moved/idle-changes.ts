import type { Message } from "#shared/model/manifest.ts";

/**
 * Changes of the last message that mean nothing to a reader. How much they move an answer is the noise of its judge:
 * a part must move it further. They are near the end of the prompt, so little is read again. Some templates cut off
 * white space around a message, so half of them are inside it.
 */
const CHANGES: readonly ((text: string) => string)[] = [
  (text) => `\n${text}`,
  (text) => `${text}\n`,
  (text) => atLastSpace(text, "  "),
  (text) => atLastSpace(text, "\n"),
];

export const IDLE_CHANGES = CHANGES.length;

export const withIdleChange = (messages: readonly Message[], change: number): readonly Message[] =>
  messages.map((message, index) =>
    index === messages.length - 1
      ? { ...message, content: CHANGES[change]?.(message.content) ?? message.content }
      : message,
  );

const atLastSpace = (text: string, put: string): string => {
  const at = text.trimEnd().lastIndexOf(" ");
  return at < 0 ? `${text}${put}${put}` : `${text.slice(0, at)}${put}${text.slice(at + 1)}`;
};
