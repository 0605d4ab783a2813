import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Signal } from "#shared/contract/index.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { isMissing } from "./fs-failure.ts";
import { contains } from "./path-policy.ts";
import { fromRoot, inProject, type Layer, type Root, type Roots } from "./roots.ts";
import { isShown } from "./tree.ts";

export type FoundFile = {
  /** Project-relative. */
  readonly path: string;
  readonly absolute: string;
  readonly layer: Layer;
  readonly bytes: number;
  readonly modifiedMs: number;
};

export type WalkOptions = {
  readonly root: Root;
  /** Root-relative folder to start in. */
  readonly under?: string;
  /** Project-relative folders that are not entered. */
  readonly skip?: (folder: string) => boolean;
  readonly signal?: Signal | undefined;
  /** Entries that are never shown: git's own, temporary files, unusable names. */
  readonly onSkipped?: ((path: string, absolute: string) => void) | undefined;
  /** Folders and entries that are there and cannot be looked at. */
  readonly onUnread?: ((path: string) => void) | undefined;
};

/** Deeper than any real project; a limit for links that make a folder contain itself. */
const MAX_DEPTH = 40;

/**
 * Every file below a folder that git would not ignore, in both layers, each path once, the overlay's first;
 * within a layer folder by folder, by name. Links are followed while they stay inside.
 */
export async function* walkFiles(
  roots: Roots,
  rules: IgnoreRules,
  { root, under = "", skip = () => false, signal, onSkipped, onUnread }: WalkOptions,
): AsyncGenerator<FoundFile> {
  const seen = new Set<string>();
  const notes = root === "" ? roots.notes() : null;
  for (const layer of ["overlay", "notes", "base"] as const) {
    if (layer === "notes") {
      if (notes === null) continue;
      const walk = { layer: "base", limit: notes, rules: null, skip, signal, onSkipped, onUnread } as const;
      for await (const file of walkLayer(walk, under, join(notes, under), [])) {
        if (seen.has(file.path)) continue;
        seen.add(file.path);
        yield file;
      }
      continue;
    }
    const start = await roots.inLayer(layer, root, under, false);
    if (start?.found !== "folder") continue;
    const limit = await roots.limitOf(layer, root);
    for await (const file of walkLayer(
      { layer, limit, rules, skip, signal, onSkipped, onUnread },
      start.path,
      start.absolute,
      [],
    )) {
      if (seen.has(file.path)) continue;
      // An empty file of the overlay does not hide the base's.
      if (layer === "overlay" && file.bytes === 0 && (await baseHas(roots, root, file.path))) continue;
      seen.add(file.path);
      yield file;
    }
  }
}

type Layered = {
  readonly layer: Layer;
  readonly limit: string;
  /** Null: no rules apply. */
  readonly rules: IgnoreRules | null;
  readonly skip: (folder: string) => boolean;
  readonly signal: Signal | undefined;
  readonly onSkipped: WalkOptions["onSkipped"];
  readonly onUnread: WalkOptions["onUnread"];
};

async function* walkLayer(
  walk: Layered,
  folder: string,
  absolute: string,
  above: readonly string[],
): AsyncGenerator<FoundFile> {
  if (walk.signal?.aborted) throw walk.signal.reason;
  if (above.length > MAX_DEPTH || above.includes(absolute)) return;
  const unlessGone = (path: string) => (error: unknown) => {
    if (!isMissing(error)) walk.onUnread?.(path);
    return null;
  };
  // A folder that vanished or became inaccessible since it was listed has no entries.
  const entries = (await readdir(absolute, { withFileTypes: true }).catch(unlessGone(folder))) ?? [];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = inProject(folder, entry.name);
    const at = join(absolute, entry.name);
    if (!isShown(folder, entry.name)) {
      walk.onSkipped?.(path, at);
      continue;
    }
    const real = entry.isSymbolicLink() ? await realInside(at, walk.limit) : at;
    const found = real === null ? null : await (real === at ? lstat(at) : stat(real)).catch(unlessGone(path));
    if (real === null || !found) {
      // A name that is not UTF-8 comes back with a replacement character, by which nothing is found.
      if (entry.name.includes("\ufffd")) walk.onSkipped?.(path, at);
      continue;
    }
    if (walk.layer === "base" && walk.rules?.ignores(path, found.isDirectory())) continue;
    if (found.isDirectory() && !walk.skip(path)) yield* walkLayer(walk, path, real, [...above, absolute]);
    if (!found.isFile()) continue;
    yield { path, absolute: real, layer: walk.layer, bytes: found.size, modifiedMs: found.mtimeMs };
  }
}

const realInside = async (path: string, limit: string): Promise<string | null> => {
  const real = await realpath(path).catch(() => null);
  return real !== null && contains(limit, real) ? real : null;
};

const baseHas = async (roots: Roots, root: Root, path: string): Promise<boolean> => {
  const base = await roots.base(root, fromRoot(root, path), false).catch(() => null);
  return base?.found === "file";
};
