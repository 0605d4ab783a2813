import { setImmediate } from "node:timers/promises";
import type { FileWarning } from "#shared/contract/project.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Courtesy } from "../base/courtesy.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { WorkLeft } from "../base/patience.ts";
import type { Store } from "../store/open-store.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import {
  type Examined,
  examineFile,
  type Examiner,
  isMarkdown,
  looksUnchanged,
  realPathOf,
  type SeenFile,
} from "./examine-file.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { Documents } from "./documents/documents.ts";
import { FileRows, type KnownFile } from "./file-rows.ts";
import { forEachLimited } from "./for-each-limited.ts";
import { errnoOf } from "../base/errno.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { isHidden, isInstalled, looksSecret } from "./left-out-names.ts";
import { PathLocks } from "./path-locks.ts";
import type { Roots } from "./roots.ts";
import { FileTexts } from "./file-texts.ts";
import { walkFiles, type WalkOptions } from "./walk.ts";

export type IndexOptions = {
  readonly roots: Roots;
  readonly rules: IgnoreRules;
  readonly store: Store;
  readonly counter: TokenCounter;
  /** The default model's current encoding. */
  readonly encoding: () => string;
  readonly cutLimits?: readonly number[];
  readonly maxFiles?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Where reading everything lets requests of the user go first. */
  readonly courtesy: Courtesy;
};

/** What examining a path again found. */
export type Looked = {
  readonly path: string;
  readonly before: KnownFile | null;
  readonly after: KnownFile | null;
};

export type ScanOptions = {
  readonly signal: AbortSignal;
  readonly stop: AbortSignal;
  /** Not one that looks again at what was scanned before: `scanState` tells of it. */
  readonly isWhole?: boolean;
  readonly onProgress?: Progress;
  readonly onEssentials?: () => void;
  readonly onSkipped?: (path: string, absolute: string) => void;
};

export type Progress = (done: number, total: number) => void;

/** Files that are read and counted concurrently. */
const MAX_CONCURRENT_FILES = 4;
/** Rows per transaction: a few milliseconds. */
const ROWS_PER_TRANSACTION = 200;
/**
 * More files than any person writes; a limit for a disk opened by mistake. The rest is reported as left out.
 */
export const MAX_FILES = 100_000;
/** Limit of a file in the default profile, in tokens. */
const defaultCuts = [20_000];

/**
 * What is known about every file that can take part in a prompt: the project's SOUL.md and all files of the
 * workspaces. The copy in memory is the current state, the database only stores it for the next start, and
 * the files on disk override both.
 */
export class FileIndex {
  readonly #options: IndexOptions;
  readonly #rows: FileRows;
  readonly #known: Map<string, KnownFile>;
  readonly #texts = new FileTexts();
  readonly #locks = new PathLocks();
  readonly documents: Documents;
  readonly #unsaved = new Set<string>();
  #version = 0;
  #scan: ScanState = NO_SCAN;
  #isCut = false;

  constructor(options: IndexOptions) {
    this.#options = options;
    this.#rows = new FileRows(options.store);
    this.documents = new Documents(options.store);
    this.#known = this.#rows.all();
  }

  /** Changes with every change of the index. */
  get version(): number {
    return this.#version;
  }

  get(path: string): KnownFile | null {
    return this.#known.get(path) ?? null;
  }

  all(): IterableIterator<KnownFile> {
    return this.#known.values();
  }

  warnings(): FileWarning[] {
    return [...this.#known.values()].flatMap(({ facts }) => facts.warnings);
  }

  /** The whole text with this hash, if it was read recently. */
  textOf(sha: string): string | null {
    return this.#texts.recall(sha);
  }

  remember(sha: string, text: string): void {
    this.#texts.remember(sha, text);
  }

  /** Session logs and files of the app or of git change all the time and are not part of prompts. */
  covers(path: string): boolean {
    if (path === "SOUL.md") return true;
    const inner = this.#options.roots.workspaceOf(path)?.inner;
    return (
      inner !== undefined &&
      inner !== "" &&
      !isLeftOut(inner) &&
      !this.#options.rules.ignoresDeep(path, false)
    );
  }

  /** Examines one path now. The copy in memory is up to date when it settles; `save` stores it. */
  look(path: string): Promise<Looked> {
    return this.#locks.run(path, async () => this.#learn(path, await this.#see(path)));
  }

  /**
   * Examines everything again: unchanged files are recognised by size and time. Files that prompts are made
   * of come first, before the rest is even listed; `onEssentials` is called when that part is done. `stop`
   * ends what comes after it.
   */
  async scan(options: ScanOptions): Promise<Looked[]> {
    const { signal, stop, isWhole = false, onProgress, onEssentials, onSkipped } = options;
    if (isWhole) this.#scan = NO_SCAN;
    const looked: Looked[] = [];
    let [done, total] = [0, 0];
    // A request of the user waits for the essentials, so they do not wait for it.
    let isEssentialPart = true;
    const lookAt = async (path: string, file: SeenFile | null) => {
      if (!isEssentialPart) await this.#options.courtesy.pass();
      if (signal.aborted) return;
      if (file && isWhole) this.#scan = lessOf(this.#scan, this.get(path) === null);
      // A path that is gone is examined again: it may have come back since the walk.
      const result = await this.#locks.run(path, async () =>
        this.#learn(path, file ?? (await this.#see(path))),
      );
      if (result.before !== result.after) looked.push(result);
      done++;
      onProgress?.(done, total);
      if (this.#unsaved.size >= ROWS_PER_TRANSACTION) await this.save();
    };
    /** `isMissed`: whether a known path that was not found is gone. */
    const bringUpToDate = async (
      seen: readonly SeenFile[],
      isMissed: (path: string) => boolean,
      until?: AbortSignal,
    ) => {
      const stale = this.#staleOf(seen);
      total += stale.length;
      const fresh = stale.filter(({ path }) => !this.get(path)).length;
      if (isWhole) this.#scan = addedTo(this.#scan, fresh, stale.length);
      if (stale.length > 0) onProgress?.(done, total);
      const present = new Set(seen.map((file) => file.path));
      const gone = [...this.#known.keys()].filter((path) => !present.has(path) && isMissed(path));
      for (const path of gone) await lookAt(path, null);
      await forEachLimited(stale, MAX_CONCURRENT_FILES, async (file) => {
        if (!until?.aborted) await lookAt(file.path, file);
      });
    };
    const isEssential = (path: string) =>
      weight({ path, inner: this.#options.roots.workspaceOf(path)?.inner ?? path }) === 0;
    const essentials = await this.#seeAll(signal, undefined, true);
    const essential = essentials.files.filter((file) => weight(file) === 0);
    const first = firstOf(essential);
    const isPart = first.length < essential.length;
    await bringUpToDate(first, (path) => !isPart && isEssential(path));
    isEssentialPart = false;
    onEssentials?.();
    const all = await this.#seeAll(signal, onSkipped, false);
    this.#isCut = all.isCut;
    if (isWhole) this.#scan = { ...this.#scan, isListed: true };
    await bringUpToDate(all.files, () => !all.isCut, stop);
    await this.save();
    if (!all.isCut && !stop.aborted && !signal.aborted) this.documents.clean();
    return looked;
  }

  /** How far the scan is that is under way, or how far the last one came. */
  get scanState(): ScanState {
    return this.#scan;
  }

  /** The files that are still to be read, as far as they were seen. */
  get leftAtLeast(): WorkLeft {
    const { left, found, isListed } = this.#scan;
    return { count: isListed ? left : Math.max(left, found), isListed };
  }

  /** Whether the folder had more files than are counted. */
  get isCut(): boolean {
    return this.#isCut;
  }

  #staleOf(seen: readonly SeenFile[]): SeenFile[] {
    const encoding = this.#options.encoding();
    return seen
      .filter((file) => !looksUnchanged(file, this.get(file.path), encoding))
      .sort((a, b) => weight(a) - weight(b));
  }

  /** Stores what changed since the last time, a few rows at once so that the thread is not blocked. */
  async save(): Promise<void> {
    const paths = [...this.#unsaved];
    this.#unsaved.clear();
    for (let from = 0; from < paths.length; from += ROWS_PER_TRANSACTION) {
      this.#rows.save(paths.slice(from, from + ROWS_PER_TRANSACTION).map((path) => [path, this.get(path)]));
      await setImmediate();
    }
  }

  async #seeAll(
    signal: AbortSignal,
    onSkipped: WalkOptions["onSkipped"],
    onlyEssential: boolean,
  ): Promise<{ readonly files: readonly SeenFile[]; readonly isCut: boolean }> {
    const { roots, rules, maxFiles = MAX_FILES } = this.#options;
    const seen = new Map<string, SeenFile>();
    let found = 0;
    const soul = await this.#see("SOUL.md");
    if (soul) seen.set("SOUL.md", soul);
    for (const root of roots.workspaces()) {
      const skip = (folder: string) => {
        const inner = roots.workspaceOf(folder)?.inner ?? "";
        return isLeftOut(inner) || (onlyEssential && !ESSENTIAL_FOLDER.test(inner));
      };
      const limits = {
        base: await limitOrNull(roots, "base", root),
        overlay: await limitOrNull(roots, "overlay", root),
      };
      for await (const file of walkFiles(roots, rules, { root, skip, signal, onSkipped })) {
        const inner = roots.workspaceOf(file.path)?.inner ?? file.path;
        const realPath = realPathOf(limits[file.layer] ?? "", root, file.absolute);
        if (!seen.has(file.path) && !isLeftOut(inner)) seen.set(file.path, { ...file, inner, realPath });
        if (!onlyEssential) await this.#options.courtesy.pass();
        if (!this.#known.has(file.path)) found += 1;
        if (found > this.#scan.found && !this.#scan.isListed) this.#scan = { ...this.#scan, found };
        if (seen.size >= maxFiles) return { files: [...seen.values()], isCut: true };
      }
    }
    return { files: [...seen.values()], isCut: false };
  }

  async #see(path: string): Promise<SeenFile | null> {
    const { roots } = this.#options;
    const workspace = roots.workspaceOf(path);
    const folder = workspace?.folder ?? "";
    const inner = workspace?.inner ?? path;
    try {
      const target = await roots.forReading(folder, inner);
      if (target.found !== "file") return null;
      const { absolute, layer, bytes, modifiedMs } = target;
      const realPath = realPathOf(await roots.limitOf(layer, folder), folder, absolute);
      return { path, inner, absolute, realPath, layer, bytes, modifiedMs };
    } catch (error) {
      // An unreadable path takes no part, whatever the reason.
      if (error instanceof Failure) return null;
      throw error;
    }
  }

  async #learn(path: string, seen: SeenFile | null): Promise<Looked> {
    const before = this.get(path);
    const examined = seen && (await this.#examine(seen, before));
    const after = examined?.known ?? null;
    if (after) this.#known.set(path, after);
    else this.#known.delete(path);
    this.#version += 1;
    if (before?.row && before.row.content_sha256 !== after?.row?.content_sha256) {
      this.#texts.replaced(path, before.row.content_sha256);
    }
    if (after?.row && examined?.text != null) this.#texts.remember(after.row.content_sha256, examined.text);
    if (before || after) this.#unsaved.add(path);
    return { path, before, after };
  }

  async #examine(seen: SeenFile, before: KnownFile | null): Promise<Examined | null> {
    try {
      return await examineFile(seen, before, this.#examiner());
    } catch (error) {
      // Removed, replaced by a folder or made inaccessible since it was listed; the next examination will
      // show it.
      if (errnoOf(error) === null)
        this.#options.log.error("A file could not be indexed.", error, { path: seen.path });
      return null;
    }
  }

  #examiner(): Examiner {
    const { counter, encoding, cutLimits = defaultCuts, clock } = this.#options;
    return { counter, encoding: encoding(), cutLimits, now: () => clock.now(), documents: this.documents };
  }
}

/** Files that a scan has to read. `fresh`: those of which nothing is known yet. */
export type ScanState = {
  readonly fresh: number;
  readonly left: number;
  readonly leftFresh: number;
  /** Files seen so far of which nothing is known; grows until all were seen. */
  readonly found: number;
  /** Whether all files were seen; before that there may be more of each. */
  readonly isListed: boolean;
};

const NO_SCAN: ScanState = { fresh: 0, left: 0, leftFresh: 0, found: 0, isListed: false };

const addedTo = (state: ScanState, fresh: number, all: number): ScanState => ({
  ...state,
  fresh: state.fresh + fresh,
  left: state.left + all,
  leftFresh: state.leftFresh + fresh,
});

const lessOf = (state: ScanState, isFresh: boolean): ScanState => ({
  ...state,
  left: state.left - 1,
  leftFresh: state.leftFresh - (isFresh ? 1 : 0),
});

const limitOrNull = (roots: Roots, layer: "base" | "overlay", root: string): Promise<string | null> =>
  roots.limitOf(layer, root).catch(() => null);

/**
 * Also skips hidden files, possible secrets and installed packages: nobody means those when they open a
 * folder.
 */
const isLeftOut = (inner: string): boolean =>
  /^agents\/[^/]+\/sessions(\/|$)/.test(inner) || isHidden(inner) || looksSecret(inner) || isInstalled(inner);

/** Files that prompts are made of are read before those that are only looked up. */
const weight = ({ inner, path }: Pick<SeenFile, "inner" | "path">): number => {
  if (path === "SOUL.md" || (!inner.includes("/") && isMarkdown(inner))) return 0;
  if (/^(skills|subagents|notes|memory)\//.test(inner) || inner === "knowledge/KNOWLEDGE.md")
    return documentKind(inner) === null ? 0 : DOCUMENT_WEIGHT;
  return documentKind(inner) === null ? 1 : DOCUMENT_WEIGHT;
};

/** In a folder of thousands of notes, nobody waits for all of them before the first prompt. */
const MAX_ESSENTIALS = 300;
/** Nor for more bytes than twice what a usual window holds. */
const MAX_ESSENTIAL_BYTES = 1024 * 1024;

/** The files that make an agent, and as many others as are read in a moment. */
const firstOf = (files: readonly SeenFile[]): SeenFile[] => {
  let bytes = 0;
  return files
    .toSorted((a, b) => importance(a) - importance(b))
    .slice(0, MAX_ESSENTIALS)
    .filter((file) => {
      bytes += file.bytes;
      return importance(file) === 0 || bytes <= MAX_ESSENTIAL_BYTES;
    });
};

const importance = ({ inner }: SeenFile): number => {
  if (/^(SOUL|AGENTS|CLAUDE|USER|IDENTITY|MEMORY)\.md$/.test(inner)) return 0;
  return inner.includes("/") ? 1 : 2;
};

/** Reading one takes seconds, so all else comes first. */
const DOCUMENT_WEIGHT = 2;

/** Folders from which a prompt may take files. */
const ESSENTIAL_FOLDER = /^(skills|subagents|notes|memory|knowledge)(\/|$)/;
