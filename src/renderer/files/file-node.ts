import type { TreeEntry } from "#shared/contract/workspace.ts";

/** One row of the tree. `children` is empty for a folder that was not read yet, and null for a file. */
export type FileNode = {
  readonly id: string;
  readonly name: string;
  readonly entry: TreeEntry;
  readonly children: readonly FileNode[] | null;
};

/** Entries by their folder; the project itself is the empty path. */
export type Folders = Readonly<Record<string, readonly TreeEntry[]>>;

export const buildTree = (folders: Folders, folder = ""): readonly FileNode[] =>
  (folders[folder] ?? []).map((entry) => ({
    id: entry.path,
    name: entry.name,
    entry,
    children: entry.kind === "folder" ? buildTree(folders, entry.path) : null,
  }));

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const joinPath = (folder: string, name: string): string => (folder ? `${folder}/${name}` : name);

/** The folder to read again when this path changes: the nearest visible one. */
export const nearestLoaded = (folders: Folders, path: string): string => {
  let folder = parentOf(path);
  while (folder && !folders[folder]) folder = parentOf(folder);
  return folder;
};

/** An unused name in the folder: `untitled.md`, `untitled 2.md`, … */
export const freeName = (folders: Folders, folder: string, wanted: string): string => {
  const taken = new Set((folders[folder] ?? []).map((entry) => entry.name.toLowerCase()));
  const dot = wanted.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [wanted.slice(0, dot), wanted.slice(dot)] : [wanted, ""];
  let name = wanted;
  for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${stem} ${n}${ending}`;
  return name;
};

export const allFiles = (folders: Folders): readonly TreeEntry[] =>
  Object.values(folders)
    .flat()
    .filter((entry) => entry.kind === "file");
