import { stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Events } from "#shared/contract/index.ts";
import type { FileWarning } from "#shared/contract/project.ts";
import { numberText } from "#shared/model/number-text.ts";
import { FolderIdentity } from "../base/folder-identity.ts";
import { processBegan } from "../base/clear-litter.ts";
import { isTemporaryName } from "../base/write-atomic.ts";
import { conflictOriginal } from "./conflict-copy.ts";
import { changesOf, type FileChange } from "./file-changes.ts";
import { FileIndex, type IndexOptions, type Looked, MAX_FILES } from "./file-index.ts";
import { forEachLimited } from "./for-each-limited.ts";
import { roleOf } from "./loaded-files.ts";
import { inProject } from "./roots.ts";
import { type Happened, OtherFiles } from "./other-files.ts";
import { PollOthers } from "./poll-others.ts";
import { type FileWatcher, watchFiles } from "./watch-files.ts";
import type { StartWatching, WatchPlace } from "./watch-source.ts";

export type LiveIndexOptions = IndexOptions & {
  readonly emit: (event: Events) => void;
  /** Called when the warnings about the files changed. */
  readonly onWarnings: () => void;
  /** False: changes on disk are not reported (a single call from a terminal). */
  readonly watch: boolean;
  readonly startWatching: StartWatching;
};

/** Minimum time between two progress events. */
const PROGRESS_INTERVAL_MS = 100;
/** How often a folder that is away is looked for. */
const AWAY_INTERVAL_MS = 1_000;
/** Files that are examined concurrently. */
const MAX_CONCURRENT_FILES = 8;

/**
 * Keeps the index up to date while the project is open: a scan when it opens, then the watcher and our own
 * edits, both through `refresh`. Whichever comes second finds the same hash and emits nothing.
 */
export class LiveIndex {
  readonly index: FileIndex;
  readonly #options: LiveIndexOptions;
  readonly #others: OtherFiles;
  readonly #otherPoll: PollOthers;
  readonly #closing = new AbortController();
  readonly #essentials = Promise.withResolvers<void>();
  readonly #watchers = new Map<string, FileWatcher>();
  readonly #project: FolderIdentity;
  #untilBack: NodeJS.Timeout | null = null;
  #scanned: Promise<void> = Promise.resolve();
  #isScanning = false;
  #stop = new AbortController();
  #working: Promise<void> = Promise.resolve();
  #watching: Promise<void> = Promise.resolve();
  #rescanAsked = false;
  #unusable: readonly FileWarning[] = [];
  #toldWarnings = "";

  constructor(options: LiveIndexOptions) {
    this.#options = options;
    this.index = new FileIndex(options);
    this.#project = new FolderIdentity(options.roots.project);
    this.#others = new OtherFiles(options.roots.project);
    this.#otherPoll = new PollOthers({
      roots: options.roots,
      rules: options.rules,
      isIndexed: (path) => this.index.get(path) !== null,
      signal: this.#closing.signal,
    });
  }

  start(): void {
    this.#scanned = this.#wholeScan();
    if (!this.#options.watch) return;
    this.#watching = this.#startWatching().catch((error: unknown) => {
      this.#options.log.error("The files cannot be watched.", error);
    });
  }

  /** Settles when the files that prompts are made of have been examined. */
  ready(): Promise<void> {
    return this.#essentials.promise;
  }

  /** Settles when everything has been examined, and every change noticed so far is handled. */
  async settled(): Promise<void> {
    await this.#scanned;
    await this.#working;
  }

  /** Settles when every change from now on will be noticed. */
  async watching(): Promise<void> {
    await this.#watching;
    await this.#watchersReady();
  }

  /** Files that prompts are made of are still read; until `resumeScan` nothing else is, unless it changes. */
  cancelScan(): boolean {
    if (!this.#isScanning || this.#stop.signal.aborted) return false;
    this.#stop.abort();
    return true;
  }

  resumeScan(): boolean {
    if (!this.#stop.signal.aborted) return false;
    this.#stop = new AbortController();
    this.#scanned = this.#scanned.then(() => this.#wholeScan());
    return true;
  }

  warnings(): FileWarning[] {
    const refusal = this.#project.refusal();
    if (refusal) return [{ code: refusal.code, path: "", line: null, message: refusal.message }];
    return [
      ...this.#unusable,
      ...(this.index.isCut ? [tooManyWarning()] : []),
      ...this.#conflictCopies(),
      ...this.index.warnings(),
    ];
  }

  #conflictCopies(): FileWarning[] {
    const copies: FileWarning[] = [];
    for (const { facts } of this.index.all()) {
      // Called for all files, so it looks closer only at a few.
      const original = facts.path.includes("onflict") ? conflictOriginal(basename(facts.path)) : null;
      if (original === null) continue;
      const isThere = this.index.get(join(dirname(facts.path), original).replaceAll("\\", "/")) !== null;
      copies.push(conflictWarning(facts.path, original, isThere));
      if (copies.length === MAX_CONFLICT_COPIES) break;
    }
    return copies;
  }

  /**
   * Examines paths that changed, and stores and reports what is new. Project-relative; a folder stands for
   * everything in it.
   */
  async refresh(happened: ReadonlyMap<string, Happened>): Promise<void> {
    if (this.#isAway()) return;
    const { changes, looked } = await this.#lookAtAll(this.#withContents(happened));
    await this.index.save();
    if (this.#isAway()) return;
    if ([...happened.keys()].some((path) => changesEverything.has(basename(path)))) void this.#rescan();
    this.#tell([...changesOf(looked), ...changes]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#untilBack) clearTimeout(this.#untilBack);
    this.#essentials.resolve();
    const watchers = [...this.#watchers.values()];
    this.#watchers.clear();
    await Promise.all(watchers.map((watcher) => watcher.close()));
    await Promise.all([this.settled(), this.index.documents.close()]);
  }

  /** The first scan, and the one that completes a cancelled one. */
  async #wholeScan(): Promise<void> {
    const { emit, log } = this.#options;
    let [read, total] = [0, 0];
    let toldAt = 0;
    const onProgress = (done: number, all: number) => {
      [read, total] = [done, all];
      if (performance.now() - toldAt < PROGRESS_INTERVAL_MS) return;
      toldAt = performance.now();
      emit({ event: "workspace.indexing", done, total, finished: false });
    };
    this.#isScanning = true;
    try {
      await this.#scan({ isWhole: true, onProgress, onEssentials: () => this.#essentials.resolve() });
      if (this.#closing.signal.aborted) return;
      const cancelled = read < total;
      emit({
        event: "workspace.indexing",
        done: read,
        total,
        finished: true,
        ...(cancelled && { cancelled }),
      });
      this.#tellWarnings();
    } catch (error) {
      if (!this.#closing.signal.aborted) log.error("The files could not be indexed.", error);
    } finally {
      this.#isScanning = false;
      this.#essentials.resolve();
    }
  }

  async #scan(
    options: Omit<Parameters<FileIndex["scan"]>[0], "signal" | "stop" | "onSkipped"> = {},
  ): Promise<Looked[]> {
    const unusable: FileWarning[] = [];
    const onSkipped = (path: string, absolute: string) => {
      if (isTemporaryName(basename(path))) void clearIfOld(absolute, this.#options.clock.now());
      else if (/\p{Cc}/u.test(basename(path))) unusable.push(unusableWarning(path));
      else if (basename(path).includes("\ufffd") && unusable.length < MAX_UNUSABLE)
        unusable.push(notUtf8NameWarning(path));
    };
    const looked = await this.index.scan({
      ...options,
      signal: this.#closing.signal,
      stop: this.#stop.signal,
      onSkipped,
    });
    this.#unusable = unusable;
    return looked;
  }

  /** Several requests for a rescan become one; it waits for the running one. */
  async #rescan(): Promise<void> {
    if (this.#rescanAsked || this.#closing.signal.aborted) return;
    this.#rescanAsked = true;
    await this.#enqueue(async () => {
      this.#rescanAsked = false;
      await this.#scanned;
      if (this.#isAway()) return;
      this.#options.rules.forget();
      this.#watchers.get("")?.rulesChanged(this.#options.roots.workspaces());
      this.#tell(changesOf(await this.#scan()));
    });
  }

  /**
   * A folder that was moved, unmounted or replaced has lost none of its files: what is known about them stays until
   * it is back.
   */
  #isAway(): boolean {
    if (this.#project.refusal() === null) return false;
    this.#tellWarnings();
    this.#untilBack ??= setTimeout(() => {
      this.#untilBack = null;
      if (this.#closing.signal.aborted || this.#isAway()) return;
      this.#tellWarnings();
      void this.#rescan();
    }, AWAY_INTERVAL_MS).unref();
    return true;
  }

  /** When the system has no watches left. */
  async #poll(): Promise<void> {
    await this.#rescan();
    const happened = await this.#otherPoll.look();
    if (happened.size > 0) await this.#enqueue(() => this.refresh(happened));
  }

  async #startWatching(): Promise<void> {
    const { roots } = this.#options;
    // The scan and the watcher each walk the project; running one after the other leaves time for other work.
    await this.#essentials.promise;
    if (this.#closing.signal.aborted) return;
    this.#watch("", { folder: roots.project, grounds: roots.workspaces() }, (path) => [path]);
    this.#watchOverlay();
    await this.#watchersReady();
    // Finds what changed between the scan and the start of the watcher.
    void this.#rescan();
  }

  async #watchersReady(): Promise<void> {
    await Promise.all([...this.#watchers.values()].map((watcher) => watcher.ready));
  }

  #watchOverlay(): void {
    const { roots } = this.#options;
    const overlay = roots.overlay();
    if (overlay === null || !this.#options.watch || this.#closing.signal.aborted) return;
    const standsFor = (path: string) => roots.workspaces().map((folder) => inProject(folder, path));
    this.#watch("overlay", { folder: overlay, grounds: null }, standsFor);
  }

  #watch(name: string, place: WatchPlace, standsFor: (path: string) => readonly string[]): void {
    const watcher = watchFiles({
      ...place,
      startWatching: this.#options.startWatching,
      isUrgent: (path) => standsFor(path).some((candidate) => this.index.covers(candidate)),
      onBatch: (batch) => {
        const happened = new Map(
          [...batch].flatMap(([path, what]) => standsFor(path).map((p) => [p, what] as const)),
        );
        void this.#enqueue(() => this.refresh(happened));
      },
      onLost: () => this.#rescan(),
      onPoll: () => this.#poll(),
      log: this.#options.log,
    });
    this.#watchers.set(name, watcher);
  }

  /** One batch after the other, so that events keep the order in which things happened. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    const before = this.#working;
    const run = async () => {
      await before;
      if (!this.#closing.signal.aborted) await work();
    };
    this.#working = run().catch((error: unknown) => {
      if (this.#closing.signal.aborted) return;
      this.#options.log.error("A change on disk was not taken in.", error);
    });
    return this.#working;
  }

  /** A folder that appeared or vanished stands for the files below it; a file also for the links to it. */
  #withContents(happened: ReadonlyMap<string, Happened>): Map<string, Happened> {
    const all = new Map(happened);
    // Called for every save, with all files, so it avoids splitting paths.
    const folders = new Set([...happened.keys()].filter((path) => !this.index.get(path)));
    for (const { facts } of this.index.all()) {
      if (all.has(facts.path)) continue;
      const isLinked = facts.realPath !== facts.path && happened.has(facts.realPath);
      if (isLinked || isBelow(facts.path, folders)) all.set(facts.path, "changed");
    }
    return all;
  }

  async #lookAtAll(
    happened: ReadonlyMap<string, Happened>,
  ): Promise<{ changes: FileChange[]; looked: Looked[] }> {
    const changes: FileChange[] = [];
    const looked: Looked[] = [];
    await forEachLimited([...happened], MAX_CONCURRENT_FILES, async ([path, what]) => {
      if (this.index.get(path) || (this.index.covers(path) && !(await this.#isFolder(path)))) {
        const result = await this.index.look(path);
        if (result.before || result.after) return void looked.push(result);
      }
      const change = await this.#others.look(path, what);
      if (change) changes.push(change);
    });
    return { changes, looked };
  }

  async #isFolder(path: string): Promise<boolean> {
    const found = await stat(join(this.#options.roots.project, path)).catch(() => null);
    return found?.isDirectory() ?? false;
  }

  #tell(changes: readonly FileChange[]): void {
    if (changes.length === 0 || this.#closing.signal.aborted) return;
    this.#tellWarnings();
    this.#options.emit({ event: "workspace.changed", changes: [...changes] });
    for (const { path } of changes) {
      if (roleOf(this.#options.roots, path) === "soul")
        this.#options.emit({ event: "workspace.soulChanged", path });
    }
  }

  /** Callers look up AGENTS.md and the workspaces again themselves, so these paths are reported, too. */
  #tellWarnings(): void {
    const { roots } = this.#options;
    const present = roots
      .workspaces()
      .map((folder) => [folder, this.index.get(inProject(folder, "AGENTS.md")) !== null]);
    const now = JSON.stringify([this.warnings(), present]);
    if (now === this.#toldWarnings) return;
    this.#toldWarnings = now;
    this.#options.onWarnings();
  }
}

/** These files define which files count and where workspaces are. */
const changesEverything = new Set([".gitignore", "agents.yaml"]);

const isBelow = (path: string, folders: ReadonlySet<string>): boolean => {
  if (folders.size === 0) return false;
  for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
};

const tooManyWarning = (): FileWarning => ({
  code: "too-many-files",
  path: "",
  line: null,
  message: `The folder has more than ${numberText(MAX_FILES)} files. The rest is not counted or recalled; open a smaller folder to include all files.`,
});

/** A vault with more has a different problem, which the first ones show as well. */
const MAX_CONFLICT_COPIES = 100;

const conflictWarning = (path: string, original: string, isThere: boolean): FileWarning => ({
  code: "conflict-copy",
  path,
  line: null,
  message: `A sync program made ${basename(path)} when ${original} was changed in two places. ${
    isThere
      ? "Both are read like any other file: compare them, and delete the one you do not need."
      : `${original} itself is not here: rename this file if you want to keep it.`
  }`,
});

/** Warnings about names; a folder from an old system may have thousands. */
const MAX_UNUSABLE = 100;

const notUtf8NameWarning = (path: string): FileWarning => ({
  code: "unusable-name",
  path,
  line: null,
  message: `The name of ${path} is not UTF-8. The file is not shown, counted or recalled; rename it.`,
});

const unusableWarning = (path: string): FileWarning => ({
  code: "unusable-name",
  path: JSON.stringify(path).slice(1, -1),
  line: null,
  message: `The name ${JSON.stringify(path)} contains a line break or control character. The file is not shown; rename it.`,
});

/** Left by a save that was killed halfway; a save of a different process may still be running. */
const clearIfOld = async (absolute: string, now: Date): Promise<void> => {
  const found = await stat(absolute).catch(() => null);
  const isLeft = found && (found.mtimeMs < processBegan() || now.getTime() - found.mtimeMs > 10 * 60_000);
  if (isLeft) await unlink(absolute).catch(() => {});
};
