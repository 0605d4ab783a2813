import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Signal } from "#shared/contract/index.ts";
import type { Note } from "#shared/contract/readers.ts";
import { looksLikeInstructions, isToolConfig, OPENCLAW_NAMES } from "../candidates.ts";
import { FileSet, type ListedFile, nameOf } from "../file-set.ts";
import { forEachLimited } from "../../workspace/for-each-limited.ts";
import { type Bounds, DEFAULT_BOUNDS } from "./bounds.ts";
import { findFile, readBeginning } from "./read-beginning.ts";
import { namedBy, type NamingText } from "./named-by.ts";
import { outsidePaths } from "./outside-paths.ts";
import { walkFolder } from "./walk-folder.ts";

export type ListingOptions = {
  /** Real path of the folder. */
  readonly folder: string;
  /** The user's home folder, and whether it and the folders above may be looked at. */
  readonly home: string;
  readonly mayLookOutside: () => boolean;
  readonly bounds?: Partial<Bounds>;
};

/** Files that are opened at the same time. */
const AT_ONCE = 32;

type Known = ListedFile & { readonly mark: string; readonly real: string };

/**
 * The files of a folder that readers may want, with the beginning of each text. Walked once; afterwards only
 * files that are said to have changed are looked at again.
 */
export class Listing {
  /** Absolute, with `/`. */
  readonly root: string;
  readonly #options: ListingOptions;
  readonly #home: string;
  readonly #bounds: Bounds;
  readonly #known = new Map<string, Known>();
  /** Texts of all files. */
  #bytes = 0;
  #folders: readonly string[] = [];
  #set: FileSet | null = null;
  /** The one before, whose paths may be the same. */
  #before: FileSet | null = null;
  #walked: Promise<void> | null = null;
  #outside = false;
  #dirty = new Set<string>();
  #notes: readonly Note[] = [];
  #skippedText = 0;
  #verifyAt = 0;
  /** Where the next comparison begins. */
  #verifyFrom = 0;
  /** Files that a text names and that were looked for since the last change. */
  #soughtInVain = new Set<string>();
  /** How many files the last look read from the disk. */
  readCount = 0;

  constructor(options: ListingOptions) {
    this.#options = options;
    this.root = posix(options.folder);
    this.#home = posix(options.home);
    this.#bounds = { ...DEFAULT_BOUNDS, ...options.bounds };
  }

  get home(): string | null {
    return this.#options.mayLookOutside() ? this.#home : null;
  }

  /** What the limits left out. */
  get notes(): readonly Note[] {
    const partial = [...this.#known.values()].filter((file) => file.partial);
    const long = partial.slice(0, 5).map(({ path, bytes }): Note => ({
      kind: "long-file",
      path: this.shown(path),
      bytes,
      max: this.#bounds.maxTextBytes,
    }));
    const unread: Note[] =
      this.#skippedText > 0
        ? [{ kind: "texts", count: this.#skippedText, max: this.#bounds.maxAllTextBytes }]
        : [];
    return [...this.#notes, ...long, ...unread];
  }

  /** These project-relative paths changed, appeared or went. */
  changed(paths: readonly string[]): void {
    for (const path of paths) this.#dirty.add(path);
  }

  /** The next look walks the folder again; unchanged texts are kept. */
  forget(): void {
    this.#walked = null;
  }

  /**
   * With texts that are being edited, the files that these name are read, too. Comparing with the disk then waits for
   * a look that is not for a letter.
   */
  async files(signal?: Signal, drafts: readonly NamingText[] = []): Promise<FileSet> {
    this.readCount = 0;
    if (this.#outside !== this.#options.mayLookOutside()) this.#walked = null;
    this.#walked ??= this.#walk(signal).catch((error: unknown) => {
      this.#walked = null;
      throw error;
    });
    await this.#walked;
    // A folder that was away is walked again when it is back.
    if (!existsSync(this.#options.folder)) this.#walked = null;
    if (drafts.length === 0 && performance.now() > this.#verifyAt) await this.#verify();
    if (this.#dirty.size > 0) await this.#refresh();
    await this.#readImports(drafts);
    this.#set ??= this.#listed();
    return this.#set;
  }

  #listed(): FileSet {
    const folders = this.#folders.map((path) => this.absolute(path));
    const set = this.#before
      ? FileSet.after(this.#before, this.#known, folders)
      : new FileSet(this.#known.values(), folders);
    this.#before = set;
    return set;
  }

  /** The whole text of a file, up to the limit, read now if it was not yet. */
  async text(path: string): Promise<ListedFile | null> {
    const known = this.#known.get(path);
    if (!known || known.text !== null) return known ?? null;
    await this.#add(path, known.real, true);
    return this.#known.get(path) ?? null;
  }

  /** As the user sees it: relative to the folder, `~/…` in the home folder, else absolute. */
  shown(path: string): string {
    const { root } = this;
    if (path === root) return "";
    if (path.startsWith(root === "/" ? "/" : `${root}/`))
      return path.slice(root === "/" ? 1 : root.length + 1);
    const home = this.#home;
    return path.startsWith(`${home}/`) ? `~/${path.slice(home.length + 1)}` : path;
  }

  /** The reverse. */
  absolute(shown: string): string {
    if (shown === "") return this.root;
    if (shown.startsWith("/")) return shown;
    if (shown.startsWith("~/")) return `${this.#home}/${shown.slice(2)}`;
    return this.root === "/" ? `/${shown}` : `${this.root}/${shown}`;
  }

  async #walk(signal?: Signal): Promise<void> {
    this.#dirty.clear();
    this.#soughtInVain.clear();
    this.#set = null;
    this.#before = null;
    this.#outside = this.#options.mayLookOutside();
    const { folder, home } = this.#options;
    const walked = await walkFolder(folder, { bounds: this.#bounds, isWanted, signal });
    const before = new Map(this.#known);
    this.#known.clear();
    this.#bytes = 0;
    this.#skippedText = 0;
    this.#folders = [...walked.folders, ...foldersAbove(folder).map((path) => this.shown(path))];
    // Instructions first: what only an import could name is read when one does.
    const wanted = walked.files.toSorted((a, b) => Number(wantsText(b)) - Number(wantsText(a)));
    await forEachLimited(wanted, AT_ONCE, (path) =>
      this.#add(this.absolute(path), native(folder, path), wantsText(path), before),
    );
    if (this.#outside) {
      const limit = await realpath(home).catch(() => home);
      for (const path of await outsidePaths(folder, home, this.#bounds)) {
        await this.#add(posix(path), path, true, before, path.startsWith(home) ? limit : dirname(path));
      }
    }
    await this.#readImports([...this.#known.values()]);
    this.#verifyAt = performance.now() + this.#bounds.verifyMs;
    this.#notes =
      walked.stopped === null
        ? []
        : [{ kind: "stopped", by: walked.stopped, entries: walked.entries, files: walked.files.length }];
  }

  /**
   * Files that were read and are different on disk now: what git ignores is not watched, and a change before the
   * watcher was ready is not reported. In a large folder some at a time, in turn.
   */
  async #verify(): Promise<void> {
    const { folder } = this.#options;
    const { maxVerified, verifyMs } = this.#bounds;
    // In the order of the paths: files that are read again change places in the map.
    const read = (this.#before?.all() ?? []).flatMap((path) => {
      const known = this.#known.get(path);
      return known?.text != null && path.startsWith(`${this.root}/`) ? [known] : [];
    });
    const from = this.#verifyFrom < read.length ? this.#verifyFrom : 0;
    const few = read.slice(from, from + maxVerified);
    this.#verifyFrom = from + few.length;
    await forEachLimited(few, AT_ONCE, async ({ path, mark }) => {
      const shown = this.shown(path);
      const found = await findFile(native(folder, shown), folder);
      if (found?.mark !== mark) this.#dirty.add(shown);
    });
    this.#verifyAt = performance.now() + verifyMs;
  }

  /** Only these files are looked at again. */
  async #refresh(): Promise<void> {
    const paths = [...this.#dirty];
    this.#dirty.clear();
    this.#soughtInVain.clear();
    this.#set = null;
    for (const path of paths) {
      const absolute = this.absolute(path);
      if (!isWanted(path) && !this.#known.has(absolute)) {
        // A folder that went takes its files with it.
        for (const known of this.#known.keys()) if (known.startsWith(`${absolute}/`)) this.#drop(known);
        continue;
      }
      const isRead = this.#known.get(absolute)?.text != null;
      this.#drop(absolute);
      await this.#add(absolute, native(this.#options.folder, path), isRead || wantsText(path));
    }
    const changed = paths.flatMap((path) => this.#known.get(this.absolute(path)) ?? []);
    // A new file without a name of its own may be one that an earlier text named.
    const isNew = changed.some(({ text }) => text === null);
    await this.#readImports(isNew ? [...this.#known.values()] : changed);
  }

  #drop(path: string): void {
    this.#bytes -= this.#known.get(path)?.text?.length ?? 0;
    this.#known.delete(path);
  }

  async #add(
    path: string,
    absolute: string,
    withText: boolean,
    before?: ReadonlyMap<string, Known>,
    limit = this.#options.folder,
  ): Promise<void> {
    const found = await findFile(absolute, limit);
    if (!found) return;
    const { real, bytes, mark, isLink } = found;
    const old = before?.get(path);
    const { maxTextBytes, maxAllTextBytes } = this.#bounds;
    let text = old?.mark === mark ? old.text : null;
    if (text === null && withText) {
      if (this.#bytes >= maxAllTextBytes) this.#skippedText += 1;
      else {
        text = await readBeginning(real, maxTextBytes);
        this.readCount += 1;
      }
    }
    this.#bytes += text?.length ?? 0;
    this.#set = null;
    this.#known.set(path, {
      path,
      bytes,
      text,
      mark,
      real,
      ...(bytes > maxTextBytes && { partial: true }),
      ...(isLink && { link: posix(real) }),
    });
  }

  /** Files that the texts name with `@`, and those that these name. Each is read once. */
  async #readImports(from: readonly NamingText[]): Promise<void> {
    const { folder } = this.#options;
    let queue = from;
    let count = 0;
    for (let round = 0; round < 10 && queue.length > 0; round += 1) {
      const next: NamingText[] = [];
      for (const file of queue) {
        for (const path of namedBy(file, this.root, this.#known)) {
          if (this.#known.get(path)?.text != null || count >= this.#bounds.maxImports) continue;
          if (this.#soughtInVain.has(path)) continue;
          count += 1;
          await this.#add(path, native(folder, this.shown(path)), true);
          const added = this.#known.get(path);
          if (added?.text == null) this.#soughtInVain.add(path);
          if (added) next.push(added);
        }
      }
      queue = next;
    }
  }
}

const OPENCLAW: ReadonlySet<string> = new Set(OPENCLAW_NAMES);

const wantsText = (path: string): boolean =>
  looksLikeInstructions(path) || isToolConfig(path) || OPENCLAW.has(nameOf(path));

/** Everything an import or a setting could name is listed; only instructions are read at once. */
const isWanted = (path: string): boolean => wantsText(path) || /\.(?:md|mdc|markdown|txt)$/i.test(path);

/** `.git` entries of the folders above: they decide where readers begin. */
const foldersAbove = (folder: string): readonly string[] => {
  for (let at = dirname(folder); ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return [posix(join(at, ".git"))];
    if (at === dirname(at)) return [];
  }
};

export const posix = (path: string): string => {
  const slashes = path.split(sep).join("/");
  return slashes.startsWith("/") ? slashes : `/${slashes}`;
};

const native = (folder: string, path: string): string => join(folder, ...path.split("/"));
