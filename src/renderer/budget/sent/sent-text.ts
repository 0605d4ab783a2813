import type { Manifest, Message, Segment } from "#shared/model/manifest.ts";

/** A part of a message and its segment; null for text between segments. */
export type Block = { readonly segment: Segment | null; readonly text: string };
export type SentMessage = {
  readonly index: number;
  readonly role: Message["role"];
  readonly blocks: readonly Block[];
};

/** Every byte of the messages exactly once, split where segments begin and end. */
export const sentMessages = (messages: readonly Message[], manifest: Manifest): readonly SentMessage[] =>
  messages.map((message, index) => {
    const own = manifest.segments
      .filter((segment) => segment.message === index && segment.range !== null)
      .sort((a, b) => startOf(a) - startOf(b));
    const blocks: Block[] = [];
    let at = 0;
    for (const segment of own) {
      const [start, end] = segment.range ?? [0, 0];
      // Memory printed inside a prompt lies within the prompt's own range.
      if (start < at) continue;
      if (start > at) blocks.push({ segment: null, text: message.content.slice(at, start) });
      blocks.push({ segment, text: message.content.slice(start, end) });
      at = end;
    }
    if (at < message.content.length) blocks.push({ segment: null, text: message.content.slice(at) });
    return { index, role: message.role, blocks };
  });

export const asMarkdown = (messages: readonly Message[]): string =>
  messages
    .map(({ role, content }, index) => `<!-- message ${index + 1}: ${role} -->\n\n${content}\n`)
    .join("\n");

export const asJson = (messages: readonly Message[], manifest: Manifest): string =>
  `${JSON.stringify({ messages, manifest }, null, 2)}\n`;

/** Offsets of the words, ignoring case. */
export const occurrences = (text: string, query: string): readonly number[] => {
  const wanted = query.toLowerCase();
  if (wanted === "") return [];
  const found: number[] = [];
  const lower = text.toLowerCase();
  // A character that changes its length in lower case would shift everything after it.
  if (lower.length !== text.length) return exactOccurrences(text, query);
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
    found.push(at);
  return found;
};

const exactOccurrences = (text: string, query: string): readonly number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) found.push(at);
  return found;
};

const startOf = (segment: Segment) => segment.range?.[0] ?? 0;
