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
  readonly #files: ReadonlyMap<string, ListedFile>;
  /** What follows from the paths alone. Listings of the same paths have the same object. */
  readonly paths: PathIndex;

  constructor(files: Iterable<ListedFile>, folders: Iterable<string> = [], paths?: PathIndex) {
    const all = new Map<string, ListedFile>();
    for (const file of files) all.set(file.path, file);
    this.#files = all;
    this.paths = paths ?? indexPaths(all.keys(), folders);
  }

  /** A later look at the same folder: when only texts changed, nothing about paths is worked out again. */
  static after(before: FileSet, files: ReadonlyMap<string, ListedFile>, folders: Iterable<string>): FileSet {
    const { sorted } = before.paths;
    const isSame = sorted.length === files.size && sorted.every((path) => files.has(path));
    return new FileSet(files.values(), folders, isSame ? before.paths : undefined);
  }

  get(path: string): ListedFile | null {
    return this.#files.get(path) ?? null;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  isFolder(path: string): boolean {
    return this.paths.folders.has(path);
  }

  /** Every path, sorted by code units. */
  all(): readonly string[] {
    return this.paths.sorted;
  }

  values(): IterableIterator<ListedFile> {
    return this.#files.values();
  }

  folders(): ReadonlySet<string> {
    return this.paths.folders;
  }

  /** Paths with exactly this name, sorted. */
  named(name: string): readonly string[] {
    return this.paths.named.get(name) ?? [];
  }

  names(): Iterable<string> {
    return this.paths.named.keys();
  }

  /** Every path below a folder, sorted. */
  below(folder: string): readonly string[] {
    const prefix = folder === "/" ? "/" : `${folder}/`;
    const from = this.#firstAt(prefix);
    // The code unit after `/` is `0`.
    const to = folder === "/" ? this.all().length : this.#firstAt(`${folder}0`);
    return this.all().slice(from, to);
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
    if (typeof text !== "string") return false;
    // Asked of every file by every reader, and most begin with a letter, `#` or `-`.
    const first = text.charCodeAt(0);
    return !(first > SPACE && first < DELETE) && !/\S/.test(text);
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
    const isSame = [...changes].every(([path, file]) => file !== null && this.has(path));
    return new FileSet(files.values(), this.paths.folders, isSame ? this.paths : undefined);
  }

  #firstAt(wanted: string): number {
    const sorted = this.all();
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? "") < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export type PathIndex = {
  /** By code units. */
  readonly sorted: readonly string[];
  readonly folders: ReadonlySet<string>;
  /** Paths by their last name, sorted. */
  readonly named: ReadonlyMap<string, readonly string[]>;
};

const indexPaths = (paths: Iterable<string>, more: Iterable<string>): PathIndex => {
  const sorted = [...paths].sort();
  const folders = new Set<string>(["/"]);
  const named = new Map<string, string[]>();
  const addFolders = (folder: string) => {
    for (let at = folder; !folders.has(at); at = folderOf(at)) folders.add(at);
  };
  for (const path of sorted) {
    addFolders(folderOf(path));
    const name = nameOf(path);
    const same = named.get(name);
    if (same) same.push(path);
    else named.set(name, [path]);
  }
  for (const folder of more) addFolders(folder);
  return { sorted, folders, named };
};

const [SPACE, DELETE] = [32, 127];

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
