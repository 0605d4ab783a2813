/**
 * A listing of files as readers see it: absolute paths with `/`, sizes, and the texts that were read. Readers
 * are pure functions of it.
 */
export type ListedFile = {
  readonly path: string;
  readonly bytes: number;
  /** The text, or its beginning (see `partial`); null when it was not read. */
  readonly text: string | null;
  /** Only the beginning of the text was read. */
  readonly partial?: boolean;
  /** Set when the name is a link: where it leads. */
  readonly link?: string;
};

export class FileSet {
  readonly #files: Map<string, ListedFile>;
  readonly #sorted: readonly string[];
  readonly #folders = new Set<string>(["/"]);
  readonly #named = new Map<string, string[]>();

  constructor(files: Iterable<ListedFile>, folders: Iterable<string> = []) {
    this.#files = new Map();
    for (const file of files) this.#files.set(file.path, file);
    this.#sorted = [...this.#files.keys()].sort();
    for (const path of this.#sorted) {
      this.#addFolders(folderOf(path));
      const name = nameOf(path);
      const same = this.#named.get(name);
      if (same) same.push(path);
      else this.#named.set(name, [path]);
    }
    for (const folder of folders) this.#addFolders(folder);
  }

  #addFolders(folder: string): void {
    for (let at = folder; !this.#folders.has(at); at = folderOf(at)) this.#folders.add(at);
  }

  get(path: string): ListedFile | null {
    return this.#files.get(path) ?? null;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Every path, sorted by code units. */
  all(): readonly string[] {
    return this.#sorted;
  }

  values(): IterableIterator<ListedFile> {
    return this.#files.values();
  }

  folders(): ReadonlySet<string> {
    return this.#folders;
  }

  /** Paths with exactly this name, sorted. */
  named(name: string): readonly string[] {
    return this.#named.get(name) ?? [];
  }

  names(): Iterable<string> {
    return this.#named.keys();
  }

  /** Every path below a folder, sorted. */
  below(folder: string): readonly string[] {
    const prefix = folder === "/" ? "/" : `${folder}/`;
    const from = this.#firstAt(prefix);
    // The code unit after `/` is `0`.
    const to = folder === "/" ? this.#sorted.length : this.#firstAt(`${folder}0`);
    return this.#sorted.slice(from, to);
  }

  /** The files directly in a folder, sorted. */
  children(folder: string): readonly string[] {
    return this.below(folder).filter((path) => folderOf(path) === folder);
  }

  /** The first existing of these names in a folder. */
  first(folder: string, names: readonly string[]): string | null {
    for (const name of names) {
      const path = join(folder, name);
      if (this.has(path)) return path;
    }
    return null;
  }

  /** Nothing but white space. A file whose text was not read counts as not blank. */
  isBlank(path: string): boolean {
    const text = this.#files.get(path)?.text;
    return typeof text === "string" && text.trim() === "";
  }

  text(path: string): string {
    return this.#files.get(path)?.text ?? "";
  }

  /** The same listing with some files replaced; null removes one. */
  with(changes: ReadonlyMap<string, ListedFile | null>): FileSet {
    const files = new Map(this.#files);
    for (const [path, file] of changes) {
      if (file === null) files.delete(path);
      else files.set(path, file);
    }
    return new FileSet(files.values(), this.#folders);
  }

  #firstAt(wanted: string): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle] ?? "") < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export const folderOf = (path: string): string => {
  const end = path.lastIndexOf("/");
  return end <= 0 ? "/" : path.slice(0, end);
};

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

export const join = (folder: string, name: string): string =>
  folder === "/" ? `/${name}` : `${folder}/${name}`;

export const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder === "/" ? "/" : `${folder}/`) && path !== folder;

/** Resolves `.` and `..`; null when it leads above `/`. */
export const resolvePath = (folder: string, path: string): string | null => {
  const names: string[] = path.startsWith("/") ? [] : folder.split("/").filter((name) => name !== "");
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return `/${names.join("/")}`;
};

/** The folder and all above it, the nearest first. */
export const upwards = (folder: string): readonly string[] => {
  const all = [folder];
  for (let at = folder; at !== "/";) {
    at = folderOf(at);
    all.push(at);
  }
  return all;
};

/** From `root` down to `folder`, both included. */
export const chain = (root: string, folder: string): readonly string[] =>
  upwards(folder)
    .filter((at) => at === root || isBelow(root, at))
    .toReversed();

/** The nearest folder upwards that has an entry called `.git`, file or folder. */
export const gitRootOf = (files: FileSet, folder: string): string | null =>
  upwards(folder).find((at) => files.has(join(at, ".git")) || files.isFolder(join(at, ".git"))) ?? null;
