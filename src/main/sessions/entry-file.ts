import { type SessionEntry, sessionEntry } from "#shared/model/session-entry.ts";
import { inSteps } from "../base/in-steps.ts";
import type { KeptFile } from "../base/kept-file.ts";
import { MAX_LOG_BYTES } from "./session-folder.ts";

export type BrokenLine = { readonly line: number; readonly reason: string };

export type ReadEntries = {
  readonly entries: readonly SessionEntry[];
  /** Lines that are not entries. They stay in the file, so nothing is lost. */
  readonly broken: readonly BrokenLine[];
};

/** Reads a file of entries, one per line. A missing file has none. */
export const readEntries = async (file: KeptFile): Promise<ReadEntries> => {
  const parser = new EntryParser();
  // A long conversation is parsed in steps, so that others do not wait for it.
  await inSteps(linesOf((await file.text(MAX_LOG_BYTES)) ?? ""), LINES_AT_ONCE, (lines) => parser.add(lines));
  return parser.result();
};

export const parseEntries = (text: string): ReadEntries => {
  const parser = new EntryParser();
  parser.add(linesOf(text));
  return parser.result();
};

/** A few milliseconds. */
const LINES_AT_ONCE = 500;

/** Other programs may start a file with a byte order mark. */
const linesOf = (text: string): readonly string[] => text.replace(/^\uFEFF/, "").split("\n");

class EntryParser {
  readonly #entries = new Map<string, SessionEntry>();
  readonly #broken: BrokenLine[] = [];
  #line = 0;

  add(lines: readonly string[]): void {
    for (const line of lines) {
      this.#line += 1;
      if (line.trim() === "") continue;
      const parsed = parseLine(line);
      if (typeof parsed === "string") this.#broken.push({ line: this.#line, reason: parsed });
      // Two lines with the same id are the same entry, written twice by a crash between two writes.
      else if (!this.#entries.has(parsed.id)) this.#entries.set(parsed.id, parsed);
    }
  }

  result(): ReadEntries {
    return { entries: [...this.#entries.values()], broken: this.#broken };
  }
}

const parseLine = (line: string): SessionEntry | string => {
  try {
    const parsed = sessionEntry.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data;
    return parsed.error.issues[0]?.message ?? "not an entry";
  } catch {
    return "not JSON";
  }
};

const serialised = (entries: readonly SessionEntry[]) =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

/**
 * Appends and waits for the disk. A line that a crash left without a line end is completed first, so that the
 * next entry does not become part of it. Returns the bytes that were written.
 */
export const appendEntries = async (to: KeptFile, entries: readonly SessionEntry[]): Promise<number> => {
  if (entries.length === 0) return 0;
  const file = await to.open("append");
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const gap = size > 0 && last.toString() !== "\n" ? "\n" : "";
    const bytes = Buffer.from(gap + serialised(entries));
    await file.appendFile(bytes);
    await file.sync();
    return bytes.length;
  } finally {
    await file.close();
  }
};

export const replaceEntries = (file: KeptFile, entries: readonly SessionEntry[]): Promise<void> =>
  file.write(serialised(entries));
