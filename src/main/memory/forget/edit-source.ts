import { noteKinds, noteLine, oneLine } from "../learn/daily-notes.ts";

/** The position of a memory in a text: first and last line, from 1, and their indexed text. */
export type SourcePlace = {
  readonly lineFrom: number;
  readonly lineTo: number;
  readonly text: string;
  readonly kind: string | null;
};

/**
 * A file's text without a memory, or with different words in its place (`null`: without). Null when the lines
 * no longer match. Line ends and everything else stay unchanged.
 */
export const editSource = (file: string, place: SourcePlace, words: string | null): string | null => {
  const lines = file.split("\n");
  const own = lines.slice(place.lineFrom - 1, place.lineTo);
  if (!says(own.join("\n"), place.text)) return null;
  const first = own[0] ?? "";
  const end = own.at(-1)?.endsWith("\r") ? "\r" : "";
  const replacement = words === null ? [] : [written(first, place.kind, words) + end];
  return lines.toSpliced(place.lineFrom - 1, own.length, ...replacement).join("\n");
};

const says = (lines: string, text: string) => flat(lines).includes(flat(text));
const flat = (text: string) => oneLine(text.replaceAll(/^\s*(?:[-*+]|\d+[.)])\s+/gm, ""));

/** Formats the line as it was: with its bullet and, in a note, its kind. */
const written = (first: string, kind: string | null, words: string): string => {
  const known = noteKinds.find((each) => each === kind);
  if (known) return noteLine({ kind: known, text: words });
  const bullet = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(first)?.[0] ?? "";
  return bullet === "" ? words.trim() : bullet + oneLine(words);
};
