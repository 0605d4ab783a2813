import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { mkdir } from "node:fs/promises";
import { type SessionEntry, sessionEntry } from "#shared/model/session-entry.ts";
import { writeAtomic } from "../base/write-atomic.ts";

export type BrokenLine = { readonly line: number; readonly reason: string };

export type ReadEntries = {
  readonly entries: readonly SessionEntry[];
  /** Lines that are no entry. They stay in the file; nothing is lost by not understanding it. */
  readonly broken: readonly BrokenLine[];
};

/** Reads a file of entries, one a line. A missing file has none. */
export const readEntries = async (path: string): Promise<ReadEntries> => {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return parseEntries(text);
};

export const parseEntries = (text: string): ReadEntries => {
  const entries = new Map<string, SessionEntry>();
  const broken: BrokenLine[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const parsed = parseLine(line);
    if (typeof parsed === "string") broken.push({ line: index + 1, reason: parsed });
    // The same id twice is the same entry, written twice by a crash between two writes.
    else if (!entries.has(parsed.id)) entries.set(parsed.id, parsed);
  }
  return { entries: [...entries.values()], broken };
};

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
 * Appends and waits for the disk. A line that a crash left without its end is ended first, so that the next
 * entry is not swallowed by it.
 */
export const appendEntries = async (path: string, entries: readonly SessionEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, "a+");
  try {
    const { size } = await file.stat();
    const last = Buffer.alloc(1);
    if (size > 0) await file.read(last, 0, 1, size - 1);
    const gap = size > 0 && last.toString() !== "\n" ? "\n" : "";
    await file.appendFile(gap + serialised(entries));
    await file.sync();
  } finally {
    await file.close();
  }
};

export const replaceEntries = (path: string, entries: readonly SessionEntry[]): Promise<void> =>
  writeAtomic(path, serialised(entries));
