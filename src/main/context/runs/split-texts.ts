import { createHash } from "node:crypto";
import type { Message, Segment } from "#shared/model/manifest.ts";

/**
 * A run's messages with their long texts taken out. Contents are cut where segments begin and end, so that a
 * file that did not change is the same text in every run. The cuts only decide what is shared: parts joined
 * are the content, whatever the segments say.
 */

/** A text as it is, or the hash under which it is kept. Runs of earlier versions have no length in UTF-16 units. */
export type StoredPart = string | { readonly sha256: string; readonly length?: number };

export type StoredMessage = Omit<Message, "content"> & { readonly parts: readonly StoredPart[] };

export type SplitTexts = {
  readonly messages: readonly StoredMessage[];
  readonly texts: ReadonlyMap<string, string>;
};

type Cuts = Pick<Segment, "message" | "range">;

export const splitTexts = (messages: readonly Message[], segments: readonly Cuts[]): SplitTexts => {
  const texts = new Map<string, string>();
  const store = (text: string): StoredPart => {
    if (text.length < SHORTEST_SHARED) return text;
    const sha256 = textHash(text);
    texts.set(sha256, text);
    return { sha256, length: text.length };
  };
  const cuts = cutsByMessage(segments);
  const stored = messages.map(({ content, ...rest }, index) =>
    Object.assign(rest, { parts: cutAt(content, cuts.get(index) ?? []).map(store) }),
  );
  return { messages: stored, texts };
};

export const joinTexts = (
  messages: readonly StoredMessage[],
  textOf: (sha256: string) => string,
): Message[] =>
  messages.map(({ parts, ...rest }) => {
    const content = parts.map((part) => (typeof part === "string" ? part : textOf(part.sha256))).join("");
    // Keeps the order of keys, because the request is made from the message as it is.
    const { role, ...others } = rest;
    return { role, content, ...others };
  });

/** UTF-16 units below which a text is kept with its run: a row of its own would cost more than it saves. */
const SHORTEST_SHARED = 512;

/** Hashes UTF-16, because two different texts with broken surrogates can have the same UTF-8. */
export const textHash = (text: string) => createHash("sha256").update(text, "utf16le").digest("hex");

const cutsByMessage = (segments: readonly Cuts[]) => {
  const cuts = new Map<number, number[]>();
  for (const { message, range } of segments) {
    if (message === null || range === null) continue;
    const list = cuts.get(message);
    if (list) list.push(...range);
    else cuts.set(message, [...range]);
  }
  return cuts;
};

const cutAt = (text: string, cuts: readonly number[]): string[] => {
  const inside = new Set(cuts.filter((cut) => cut > 0 && cut < text.length));
  const edges = [0, ...[...inside].sort((a, b) => a - b), text.length];
  return edges.slice(1).map((end, index) => text.slice(edges[index], end));
};
