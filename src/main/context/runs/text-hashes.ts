import type { Segment } from "#shared/model/manifest.ts";
import { sha256 } from "../text-hash.ts";
import type { StoredMessage } from "./split-texts.ts";

/**
 * A hash cannot be packed, and each short message of a conversation has one in every stored run. Where the text
 * is stored with the run as well, the hash is left out and computed when the run is read.
 */
const OF_ITS_TEXT = "of its text";

export const leaveOutHashes = (
  segments: readonly Segment[],
  messages: readonly StoredMessage[],
): Segment[] => {
  const textOf = textsOf(messages);
  return segments.map((segment) => {
    const text = textOf(segment);
    return text !== null && sha256(text) === segment.sha256 ? { ...segment, sha256: OF_ITS_TEXT } : segment;
  });
};

export const putBackHashes = (
  segments: readonly Segment[],
  messages: readonly StoredMessage[],
): Segment[] => {
  const textOf = textsOf(messages);
  return segments.map((segment) => {
    if (segment.sha256 !== OF_ITS_TEXT) return segment;
    const text = textOf(segment);
    if (text === null) throw new Error(`A stored run lacks the text of ${segment.id}.`);
    return { ...segment, sha256: sha256(text) };
  });
};

/** The text of a segment that is one part of its message, stored as it is; otherwise null. */
const textsOf = (messages: readonly StoredMessage[]) => {
  const partsByStart = messages.map(({ parts }) => {
    const byStart = new Map<number, string>();
    let at = 0;
    for (const part of parts) {
      if (typeof part === "string") byStart.set(at, part);
      if (part.length === undefined) break;
      at += part.length;
    }
    return byStart;
  });
  return ({ message, range }: Segment): string | null => {
    if (message === null || range === null) return null;
    const part = partsByStart[message]?.get(range[0]);
    return part !== undefined && part.length === range[1] - range[0] ? part : null;
  };
};
