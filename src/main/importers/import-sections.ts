import { IMPORT_SOURCES, type ImportSource } from "#shared/model/import-source.ts";
import { withOutsideMark } from "#shared/model/origin.ts";
import { noteLine } from "../memory/learn/daily-notes.ts";
import type { PlannedItem } from "./import-messages.ts";

/** The heading under which imported lines stand in a file. */
export const headingOf = (source: ImportSource, at: Date): string =>
  `## Imported from ${IMPORT_SOURCES[source]} ${at.toISOString().slice(0, 10)}`;

/** A memory as a line of a file. Links to documents of the same import lead to where these are now. */
export const lineOf = ({
  text,
  note = "note",
  links = {},
}: Extract<PlannedItem, { kind: "memory" }>): string => {
  const linked = Object.entries(links).reduce(
    (words, [target, path]) => words.replaceAll(`](${target})`, `](${encodeURI(path)})`),
    text,
  );
  return withOutsideMark(noteLine({ kind: note, text: linked }), "outside");
};

/** What is appended: under the heading of the day, which is not repeated when the file ends with its section. */
export const sectionFor = (before: string, heading: string, lines: readonly string[]): string => {
  const last = before.split(/\r?\n/).findLast((line) => /^#{1,2} /.test(line));
  const gap = before === "" || before.endsWith("\n") ? "" : "\n";
  const list = `${lines.join("\n")}\n`;
  if (last === heading) return gap + list;
  return `${gap}${before.trim() === "" ? "" : "\n"}${heading}\n\n${list}`;
};
