import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { isHiddenName } from "./left-out-names.ts";
import { isMarkdown } from "./examine-file.ts";
import type { FolderLook } from "./recognise-folder.ts";

/** Enough to distinguish notes from code, without walking a folder of a million files. */
const MAX_ENTRIES = 4_000;
const MAX_DEPTH = 4;

/** A first, bounded inspection of a folder. Links are not followed. */
export const lookAtFolder = async (folder: string): Promise<FolderLook> => {
  const files: string[] = [];
  const folders: string[] = [];
  let [seenFiles, seenMarkdown, markdownInFolders, entriesLeft] = [0, 0, 0, MAX_ENTRIES];

  const count = (name: string, depth: number) => {
    seenFiles += 1;
    if (!isMarkdown(name)) return;
    seenMarkdown += 1;
    if (depth > 0) markdownInFolders += 1;
  };
  /** Level by level, so that one deep folder does not use up the budget. */
  let level: readonly string[] = [folder];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const at of level) {
      for await (const entry of entriesOf(at)) {
        if (entriesLeft <= 0) break;
        entriesLeft -= 1;
        if (depth === 0) (entry.isDirectory() ? folders : files).push(entry.name);
        if (isHiddenName(entry.name) || entry.name === "node_modules") continue;
        if (entry.isDirectory()) next.push(join(at, entry.name));
        else if (entry.isFile()) count(entry.name, depth);
      }
    }
    level = next;
  }
  return { files, folders, seenFiles, seenMarkdown, markdownInFolders };
};

/** Read a few at a time: a folder may have a million entries. An unreadable folder has none. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder);
  } catch {
    // Removed, or not accessible.
  }
}
