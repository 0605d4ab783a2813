import { noteKind } from "#shared/contract/memory.ts";

export const noteKinds = noteKind.options;
export type NoteKind = (typeof noteKinds)[number];

export type Note = { readonly kind: NoteKind; readonly text: string };
/** A note and its line, from 1. */
export type DailyNote = Note & { readonly line: number };

/** A note of a day's file: `memory/2026-11-16.md`. */
export const dailyPath = (date: string): string => `memory/${date}.md`;

/** The date in the name of a day's file, workspace-relative; null for any other file. */
export const dateOfDaily = (path: string): string | null => {
  const date = /^memory\/(\d{4}-\d{2}-\d{2})\.md$/.exec(path)?.[1];
  return date !== undefined && isDate(date) ? date : null;
};

/**
 * Every line with content is a note: `- decision: …`, `- [decision] …` and `- **Decision:** …` have a kind,
 * any other line is a `note`. Headings, comments, rules and code fences are not notes.
 */
export const parseDailyNotes = (text: string): readonly DailyNote[] =>
  text.split(/\r?\n/).flatMap((line, index) => {
    const body = line.trim();
    if (body === "" || isFurniture(body)) return [];
    const bare = body.replace(/^(?:[-*+]|\d+[.)])(?:\s+|$)(?:\[[ xX]\]\s+)?/, "");
    const note = withKind(bare);
    return note.text === "" ? [] : [{ ...note, line: index + 1 }];
  });

/** The line for a day's file. Always one line: a note is found, moved and forgotten by its line. */
export const noteLine = ({ kind, text }: Note): string => {
  const flat = oneLine(text);
  return kind === "note" ? `- ${flat}` : `- ${kind}: ${flat}`;
};

/** What has to be appended to a file that ends like `before`, so that these lines form separate paragraphs. */
export const appendedTo = (before: string, lines: readonly string[]): string => {
  if (lines.length === 0) return "";
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  return `${gap}${lines.join("\n")}\n`;
};

export const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const isFurniture = (body: string) =>
  body.startsWith("#") || body.startsWith("<!--") || body.startsWith("```") || /^[-*_]{3,}$/.test(body);

const kindFirst = new RegExp(
  `^(?:\\[(${noteKinds.join("|")})\\]|\\*\\*(${noteKinds.join("|")}):?\\*\\*:?|(${noteKinds.join("|")}):)\\s*`,
  "i",
);

const withKind = (bare: string): Note => {
  const found = kindFirst.exec(bare);
  const name = (found?.[1] ?? found?.[2] ?? found?.[3])?.toLowerCase();
  const kind = noteKinds.find((known) => known === name) ?? "note";
  return { kind, text: found ? bare.slice(found[0].length) : bare };
};

const isDate = (date: string) => {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
};
