import * as fs from "node:fs/promises";
import { lstat, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import type { Commit } from "#shared/contract/history.ts";
import { makeFolder, syncFolder } from "../base/durable-folders.ts";
import { FolderIdentity, type FolderMark, guardedDisk } from "../base/folder-identity.ts";
import { errnoOf } from "../base/errno.ts";
import type { WriteDisk } from "../base/write-atomic.ts";
import { onDisk } from "../workspace/fs-failure.ts";
import { contains, realPlace } from "../workspace/path-policy.ts";
import { type CommitFacts, type Entry, GitObjects, type Snapshot } from "./git-objects.ts";
import { isOwnFile, ownFiles } from "./own-files.ts";
import { withRepoLock } from "./repo-lock.ts";
import { type KnownFiles, readWorkTree, type WorkTree } from "./work-tree.ts";

export type RepoPlace = WorkTree & {
  /** Absolute folder of the repository; never among the workspace's files. */
  readonly gitdir: string;
  /** The project's folder. Nothing is written into a different one that took its place. */
  readonly project: FolderMark;
};

/** The time of a commit; the caller chooses the time zone. */
export type Moment = { readonly seconds: number; readonly minutesWest: number };

export type FileDiff = {
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  readonly binary: boolean;
  readonly before: string | null;
  readonly after: string | null;
  /** True when the whole difference is too long to be returned at once, so both sides are null here. */
  readonly leftOut: boolean;
};

/** Characters of all texts of one difference. A file has at most 1 MiB, so a single file always fits. */
const MAX_DIFF_CHARS = 8 * 1024 * 1024;

export type RestorePlan = {
  readonly commit: string;
  /** When the commit was made, in seconds. */
  readonly at: number;
  /** Files to write from the commit. */
  readonly writes: readonly string[];
  /** What has to be moved to the trash first: files the commit does not have, and untracked ones in the way. */
  readonly discards: readonly string[];
};

type RestoredFile = { readonly bytes: Uint8Array; readonly mode: number };

/**
 * The history of one workspace: a git repository whose folder is in `.satchel`, and whose files are the
 * workspace's. It has no index and no working state; a commit is the workspace in its current state.
 */
export class HistoryRepo {
  readonly #place: RepoPlace;
  readonly #project: FolderIdentity;
  readonly #disk: WriteDisk;
  readonly #objects: GitObjects;
  readonly #known: KnownFiles = new Map();
  #checked = false;

  constructor(place: RepoPlace, disk: WriteDisk = fs) {
    this.#place = place;
    this.#project = FolderIdentity.from(place.project);
    this.#disk = guardedDisk(disk, this.#project);
    this.#objects = new GitObjects(place.gitdir, this.#disk);
  }

  /** Creates the repository and its first commit; null when it existed. A damaged one is set aside. */
  ensure(moment: Moment): Promise<string | null> {
    return this.#orWhy(() => this.#ensure(moment));
  }

  async #ensure(moment: Moment): Promise<string | null> {
    if (this.#checked && (await this.#objects.head()) !== null) return null;
    this.#checked = false;
    const first = await this.#begin(moment);
    this.#checked = true;
    return first;
  }

  async #begin(moment: Moment): Promise<string | null> {
    if (await this.#isUsable()) return null;
    return this.#locked(async () => {
      if (await this.#isUsable()) return null;
      if ((await this.#objects.head()) !== null) await this.#setAside(moment);
      this.#known.clear();
      await this.#objects.prepare();
      return this.#commitNow("workspace init", moment);
    });
  }

  /** Commits the current workspace; null when nothing changed since the last commit. */
  async commit(message: string, moment: Moment): Promise<string | null> {
    await this.ensure(moment);
    const commit = () => this.#orWhy(() => this.#locked(() => this.#commitNow(message, moment)));
    try {
      return await commit();
    } catch (error) {
      if (!isDamage(error)) throw error;
      // Objects are gone: the repository is set aside, and the current files begin a new one.
      return (await this.ensure(moment)) ?? commit();
    }
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    return withRepoLock(this.#place.gitdir, this.#disk, work);
  }

  /** Says why work failed. What was found before it is read again next time: it may be at a different place. */
  async #orWhy<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await onDisk("The workspace's history", work);
    } catch (error) {
      this.#checked = false;
      this.#known.clear();
      const refusal = this.#project.refusal();
      if (refusal) throw refusal;
      throw isNoObject(error) ? damaged() : error;
    }
  }

  list(path: string | null, limit: number): Promise<Commit[]> {
    return this.#orWhy(() => this.#list(path, limit));
  }

  async #list(path: string | null, limit: number): Promise<Commit[]> {
    const commits: Commit[] = [];
    const head = await this.#objects.head();
    let facts = head ? await this.#objects.readCommit(head) : null;
    while (facts && commits.length < limit) {
      const parent: CommitFacts | null = facts.parent ? await this.#objects.readCommit(facts.parent) : null;
      if (path === null || (await this.#touches(facts, parent, path))) {
        const files = await this.#objects.countChanges(parent?.tree ?? null, facts.tree);
        commits.push({
          id: facts.id,
          message: facts.message,
          at: new Date(facts.at * 1000).toISOString(),
          files,
        });
      }
      facts = parent;
    }
    return commits;
  }

  /** From one commit to another, or to the current files. */
  diff(from: string, to: string | null, path: string | null): Promise<FileDiff[]> {
    return this.#orWhy(() => this.#diff(from, to, path));
  }

  async #diff(from: string, to: string | null, path: string | null): Promise<FileDiff[]> {
    const before = await this.#objects.flatten((await this.#find(from)).tree);
    const after = to === null ? await this.#now() : await this.#objects.flatten((await this.#find(to)).tree);
    const paths = [...new Set([...before.keys(), ...after.keys()])]
      .filter((name) => path === null || isUnder(name, path))
      .filter((name) => !isSame(before.get(name), after.get(name)))
      .sort();
    const diffs: FileDiff[] = [];
    let left = MAX_DIFF_CHARS;
    for (const name of paths) {
      const old = before.get(name);
      const now = after.get(name);
      const oldBytes = old ? await this.#objects.readBlob(old.oid) : null;
      const nowBytes = now ? await this.#bytesOf(name, now, to === null) : null;
      const diff = fileDiff(name, oldBytes, nowBytes);
      const length = (diff.before?.length ?? 0) + (diff.after?.length ?? 0);
      diffs.push(length <= left ? diff : { ...diff, before: null, after: null, leftOut: true });
      left -= length;
    }
    return diffs;
  }

  planRestore(commit: string, path: string | null): Promise<RestorePlan> {
    return this.#orWhy(() => this.#planRestore(commit, path));
  }

  async #planRestore(commit: string, path: string | null): Promise<RestorePlan> {
    const { id, tree, at } = await this.#find(commit);
    const target = await this.#withoutOwn(await this.#objects.flatten(tree));
    if (path !== null && ![...target.keys()].some((name) => isUnder(name, path))) {
      throw new Failure("not-in-commit", `${path} was not there at that time.`, { path, commit: id });
    }
    const now = await readWorkTree(this.#place, this.#known, null);
    const within = (name: string) => path === null || isUnder(name, path);
    const writes = [...target].filter(([name, entry]) => within(name) && !isSame(entry, now.get(name)));
    const gone = [...now.keys()].filter((name) => within(name) && !target.has(name));
    const inTheWay: string[] = [];
    for (const [name] of writes) {
      const isThere = await lstat(join(this.#place.folder, name)).catch(() => null);
      if (isThere && !isThere.isDirectory() && !now.has(name)) inTheWay.push(name);
    }
    return { commit: id, at, writes: writes.map(([name]) => name), discards: [...gone, ...inTheWay] };
  }

  /** A file in a commit; null when the commit does not have it. `mode` is the permission bits it should get. */
  readFile(commit: string, path: string): Promise<RestoredFile | null> {
    return this.#orWhy(() => this.#readFile(commit, path));
  }

  async #readFile(commit: string, path: string): Promise<RestoredFile | null> {
    const entry = await this.#objects.entryAt((await this.#find(commit)).tree, path);
    if (!entry || entry.folder) return null;
    await this.#refuseOutside(path);
    const found = await lstat(join(this.#place.folder, path)).catch(() => null);
    const mode = (found?.mode ?? 0o644) & 0o666;
    const executable = entry.mode === "100755" ? mode | ((mode & 0o444) >> 2) : mode;
    return { bytes: await this.#objects.readBlob(entry.oid), mode: executable };
  }

  /** A folder on the way may have become a link in the meantime. */
  async #refuseOutside(path: string): Promise<void> {
    const { folder } = this.#place;
    const parent = await realPlace(dirname(join(folder, path)), path);
    if (contains(folder, parent.absolute)) return;
    throw new Failure("outside-workspace", `${path} would be written outside the workspace.`, { path });
  }

  async #commitNow(message: string, moment: Moment): Promise<string | null> {
    const parent = await this.#objects.head();
    const tree = await this.#objects.writeTree(await this.#now((bytes) => this.#objects.writeBlob(bytes)));
    const before = parent ? await this.#objects.readCommit(parent) : null;
    if (before?.tree === tree) return null;
    const facts = { tree, parent, message, at: moment.seconds };
    return this.#objects.commit(facts, moment.minutesWest);
  }

  /** The workspace's files, and the history's own where the workspace has none. */
  async #now(keep: ((bytes: Uint8Array) => Promise<string>) | null = null): Promise<Snapshot> {
    const files = await readWorkTree(this.#place, this.#known, keep);
    for (const [name, bytes] of ownFiles(this.#place.transcripts)) {
      if (!files.has(name)) files.set(name, { oid: await this.#objects.writeBlob(bytes), mode: "100644" });
    }
    return files;
  }

  async #bytesOf(path: string, entry: Entry, onDisk: boolean): Promise<Uint8Array | null> {
    if (!onDisk) return this.#objects.readBlob(entry.oid);
    const own = ownFiles(this.#place.transcripts).get(path);
    return readFile(join(this.#place.folder, path)).catch(() => own ?? null);
  }

  async #withoutOwn(files: Map<string, Entry>): Promise<Map<string, Entry>> {
    for (const name of ownFiles(null).keys()) {
      const entry = files.get(name);
      if (entry && isOwnFile(name, await this.#objects.readBlob(entry.oid))) files.delete(name);
    }
    return files;
  }

  async #touches(commit: CommitFacts, parent: CommitFacts | null, path: string): Promise<boolean> {
    const now = await this.#objects.entryAt(commit.tree, path);
    const before = parent ? await this.#objects.entryAt(parent.tree, path) : null;
    return now?.oid !== before?.oid || now?.mode !== before?.mode;
  }

  async #find(commit: string): Promise<CommitFacts> {
    try {
      if (/^[0-9a-f]{40}$/.test(commit)) return await this.#objects.readCommit(commit);
    } catch {
      // Reported below.
    }
    throw new Failure("commit-not-found", "This version is not in the workspace's history.", { commit });
  }

  async #isUsable(): Promise<boolean> {
    const head = await this.#objects.head();
    if (head === null) return false;
    try {
      const { tree } = await this.#objects.readCommit(head);
      await this.#objects.flatten(tree);
      return true;
    } catch {
      return false;
    }
  }

  async #setAside(moment: Moment): Promise<void> {
    const { gitdir } = this.#place;
    const time = new Date(moment.seconds * 1000).toISOString().replaceAll(/[-:.]/g, "");
    const target = `${gitdir}.corrupt-${time}`;
    await makeFolder(target, undefined, this.#disk);
    for (const name of ["objects", "refs", "HEAD", "config"]) {
      await this.#disk.rename(join(gitdir, name), join(target, name)).catch((error: unknown) => {
        if (errnoOf(error) !== "ENOENT") throw error;
      });
    }
    await syncFolder(target);
  }
}

/** Errors of isomorphic-git and zlib for an object that is missing or broken. */
const NO_OBJECT = new Set<unknown>(["NotFoundError", "ObjectTypeError", "InternalError", "Z_DATA_ERROR"]);

const isNoObject = (error: unknown): boolean =>
  error instanceof Error && "code" in error && NO_OBJECT.has(error.code);

const DAMAGED = "history-damaged";

const damaged = () =>
  new Failure(DAMAGED, "The workspace's history is damaged: this version cannot be read.");

const isDamage = (error: unknown): boolean => error instanceof Failure && error.code === DAMAGED;

const isUnder = (path: string, folder: string): boolean =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

const isSame = (a: Entry | undefined, b: Entry | undefined): boolean =>
  a?.oid === b?.oid && a?.mode === b?.mode;

const fileDiff = (path: string, before: Uint8Array | null, after: Uint8Array | null): FileDiff => {
  const kind = before === null ? "added" : after === null ? "removed" : "changed";
  const oldText = before && textOf(before);
  const newText = after && textOf(after);
  const binary = (before !== null && oldText === null) || (after !== null && newText === null);
  return {
    path,
    kind,
    binary,
    before: binary ? null : oldText,
    after: binary ? null : newText,
    leftOut: false,
  };
};

/** Null for bytes that are not text. */
const textOf = (bytes: Uint8Array): string | null => {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};
