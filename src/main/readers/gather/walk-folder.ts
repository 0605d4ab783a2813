import { opendir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Signal } from "#shared/contract/index.ts";
import { contains } from "../../workspace/path-policy.ts";
import type { Bounds } from "./bounds.ts";

/** Folders that are never the user's own instructions. `.git` is noted and not entered. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", ".satchel", ".hg", ".svn"]);

export type Walked = {
  /** Relative, with `/`. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Entries that were looked at. */
  readonly entries: number;
  /** Which limit ended the walk early; null: everything was seen. */
  readonly stopped: "entries" | "files" | "depth" | "time" | null;
};

export type WalkOptions = {
  readonly bounds: Bounds;
  /** Which files are kept, by relative path. */
  readonly isWanted: (path: string) => boolean;
  readonly signal?: Signal | undefined;
};

/**
 * The wanted files below a folder, shallow folders first. A link is followed while it stays inside, and no real
 * folder is entered twice, so loops end.
 */
export const walkFolder = async (
  root: string,
  { bounds, isWanted, signal }: WalkOptions,
): Promise<Walked> => {
  const files: string[] = [];
  const folders: string[] = [];
  const entered = new Set<string>([root]);
  const queue: { readonly path: string; readonly absolute: string; readonly depth: number }[] = [
    { path: "", absolute: root, depth: 0 },
  ];
  const end = performance.now() + bounds.maxMs;
  let entries = 0;
  let stopped: Walked["stopped"] = null;
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (signal?.aborted) throw signal.reason;
    const { path: folder, absolute, depth } = next;
    const inside = await opendir(absolute, { bufferSize: 512 }).catch(() => null);
    if (!inside) continue;
    for await (const entry of inside) {
      entries += 1;
      if (entries > bounds.maxEntries) stopped = "entries";
      else if (performance.now() > end) stopped = "time";
      if (stopped === "entries" || stopped === "time") break;
      const { name } = entry;
      const path = folder === "" ? name : `${folder}/${name}`;
      if (name === ".git") {
        folders.push(path);
        continue;
      }
      const kind = await kindOf(join(absolute, name), entry, root);
      if (kind === null) continue;
      if (kind.kind === "file") {
        if (!isWanted(path)) continue;
        if (files.length < bounds.maxFiles) files.push(path);
        else stopped ??= "files";
      } else if (!SKIPPED.has(name) && !entered.has(kind.real)) {
        if (depth >= bounds.maxDepth) {
          stopped ??= "depth";
          continue;
        }
        entered.add(kind.real);
        folders.push(path);
        queue.push({ path, absolute: kind.real, depth: depth + 1 });
      }
    }
    if (stopped === "entries" || stopped === "time") break;
  }
  return { files, folders, entries, stopped };
};

type Kind = { readonly kind: "file" } | { readonly kind: "folder"; readonly real: string };

const kindOf = async (
  absolute: string,
  entry: { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean },
  root: string,
): Promise<Kind | null> => {
  if (entry.isFile()) return { kind: "file" };
  if (entry.isDirectory()) return { kind: "folder", real: absolute };
  if (!entry.isSymbolicLink()) return null;
  try {
    const real = await realpath(absolute);
    if (!contains(root, real)) return null;
    const found = await stat(real);
    if (found.isFile()) return { kind: "file" };
    return found.isDirectory() ? { kind: "folder", real } : null;
  } catch {
    return null;
  }
};
