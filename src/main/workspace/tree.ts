import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { TreeEntry } from "#shared/contract/workspace.ts";
import { isTemporaryName } from "../base/write-atomic.ts";
import { roleInProject, roleInWorkspace } from "./file-role.ts";
import { onDisk } from "./fs-failure.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { contains, hasControl, privateFolder, relativePath } from "./path-policy.ts";
import { fromRoot, inProject, type Root, type Roots, type Target } from "./roots.ts";

/** Entries of one folder that are shown; the rest is counted. */
const MAX_ENTRIES = 5000;

export type TreeOptions = {
  readonly root: Root;
  readonly path: string;
  readonly showIgnored: boolean;
  /** Stored count of a file by its project-relative path. */
  readonly countOf: (path: string) => Count;
};

export type Count = Pick<TreeEntry, "tokens" | "tokensExact" | "tokensEncoding">;
type Uncounted = Omit<TreeEntry, keyof Count>;

export const notCounted: Count = { tokens: null, tokensExact: true, tokensEncoding: null };

/** One level of one folder. The union of both layers, each name once, the overlay's first. */
export const listFolder = async (
  roots: Roots,
  rules: IgnoreRules,
  { root, path, showIgnored, countOf }: TreeOptions,
): Promise<{ entries: TreeEntry[]; leftOut: number }> => {
  const folder = inProject(root, relativePath(path));
  const layers = await foldersOf(roots, root, path);
  const entries: TreeEntry[] = [];
  const seen = new Set<string>();
  let leftOut = 0;
  for (const target of layers) {
    const names = await onDisk(path, () => readdir(target.absolute));
    const fresh = names.filter((name) => !seen.has(name) && isShown(folder, name));
    const listed = fresh.slice(0, Math.max(0, MAX_ENTRIES - entries.length));
    leftOut += fresh.length - listed.length;
    const limit = await roots.limitOf(target.layer, root);
    const looked = await Promise.all(
      listed.map((name) => lookAtEntry(roots, rules, { target, limit, parent: folder, name })),
    );
    const visible = looked.filter((entry) => entry !== null && (showIgnored || !entry.ignored));
    for (const entry of visible as Uncounted[]) {
      seen.add(entry.name);
      const count = entry.kind === "file" ? countOf(entry.path) : notCounted;
      entries.push({ ...entry, path: fromRoot(root, entry.path), ...count });
    }
  }
  const isWorkspace = (entry: TreeEntry) => roots.workspaces().includes(inProject(root, entry.path));
  return { entries: sortEntries(entries, isWorkspace, isDiary(roots, folder)), leftOut };
};

/** Names that no user wants to see in a tree, and names that no path could contain. */
export const isShown = (folder: string, name: string): boolean =>
  name !== ".git" &&
  name !== ".DS_Store" &&
  name !== "Thumbs.db" &&
  !(folder === "" && name.toLowerCase() === privateFolder) &&
  !isTemporaryName(name) &&
  !hasControl(name);

const foldersOf = async (roots: Roots, root: Root, path: string): Promise<Target[]> => {
  const overlay = await roots.inLayer("overlay", root, path, false);
  const base = await roots.base(root, path, false);
  const folders = [overlay, base].filter((target) => target?.found === "folder") as Target[];
  if (folders.length > 0) return folders;
  // A project without a workspace folder is treated as one with an empty workspace.
  if (base.found === null && relativePath(path) === "") return [];
  const code = base.found === null ? "not-found" : "not-a-folder";
  throw new Failure(code, `The folder ${path} does not exist.`, { path });
};

type Entry = {
  /** The folder it was found in. */
  readonly target: Target;
  /** Real folder that it must not lead out of. */
  readonly limit: string;
  /** Project-relative path of the folder. */
  readonly parent: string;
  readonly name: string;
};

const lookAtEntry = async (
  roots: Roots,
  rules: IgnoreRules,
  { target, limit, parent, name }: Entry,
): Promise<Uncounted | null> => {
  const real = await realpath(join(target.absolute, name)).catch(() => null);
  const found = real === null ? null : await stat(real).catch(() => null);
  // Broken links, links that lead out, devices and pipes cannot be opened, so they are not listed.
  if (real === null || !found || !(found.isFile() || found.isDirectory())) return null;
  if (!contains(limit, real)) return null;
  const path = inProject(parent, name);
  const kind = found.isFile() ? "file" : "folder";
  const workspace = roots.workspaceOf(path);
  return {
    name,
    path,
    kind,
    role: workspace && workspace.inner !== "" ? roleInWorkspace(workspace.inner) : roleInProject(path),
    bytes: found.isFile() ? found.size : 0,
    layer: target.layer,
    ignored: target.layer === "base" && rules.ignoresDeep(path, kind === "folder"),
  };
};

const isDiary = (roots: Roots, folder: string): boolean => {
  const inner = roots.workspaceOf(folder)?.inner;
  return inner === "memory" || inner === "notes";
};

/**
 * Files before folders, the files of the prompt first of all, then by name; days newest first. In the
 * project's root the workspaces come directly after SOUL.md and agents.yaml.
 */
const sortEntries = (
  entries: readonly TreeEntry[],
  isWorkspace: (entry: TreeEntry) => boolean,
  newestFirst: boolean,
): TreeEntry[] => {
  const rank = (entry: TreeEntry): number => {
    if (isWorkspace(entry)) return leading.length;
    if (entry.kind === "folder") return leading.length + 2;
    const place = leading.indexOf(entry.name);
    return place === -1 ? leading.length + 1 : place;
  };
  const byName = newestFirst
    ? (a: TreeEntry, b: TreeEntry) => compareNames(b.name, a.name)
    : (a: TreeEntry, b: TreeEntry) => compareNames(a.name, b.name);
  return [...entries].sort((a, b) => layerRank(a) - layerRank(b) || rank(a) - rank(b) || byName(a, b));
};

const layerRank = (entry: TreeEntry): number => (entry.layer === "overlay" ? 0 : 1);

const leading = ["SOUL.md", "agents.yaml", "AGENTS.md", "CLAUDE.md", "USER.md", "IDENTITY.md"];

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const compareNames = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
