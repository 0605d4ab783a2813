import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import { type ChangedFile, type ChangeKind, FOLDER } from "#shared/model/change.ts";
import { makeFolder, syncFolder } from "../base/durable-folders.ts";
import { moveWithoutReplacing, syncMoved, writeAtomic, type WriteDisk } from "../base/write-atomic.ts";
import type { FolderIdentity } from "../base/folder-identity.ts";
import { stateOf } from "./file-state.ts";
import { isMissing, onDisk } from "./fs-failure.ts";
import { sha256 } from "./read-file.ts";
import { decodeText } from "./text-format.ts";
import type { Author, PlannedChange, Recorder } from "./recorder.ts";
import type { Target } from "./roots.ts";

/** Files of a removed folder that are listed and stored one by one. */
const MAX_LISTED_FILES = 2_000;
/** Bytes of a removed folder's files that are stored. */
const MAX_KEPT_BYTES = 200 * 1024 * 1024;

type Kept = Pick<ChangedFile, "mode" | "kept"> & { readonly hash: string; readonly bytes: number };

/**
 * The only place where files of the project are written, moved and removed. Each time, the old bytes are
 * stored and the change is recorded first; then it is applied.
 */
export class RecordedFiles {
  readonly #recorder: Recorder;
  readonly #disk: WriteDisk;
  readonly #project: FolderIdentity;

  constructor(recorder: Recorder, disk: WriteDisk, project: FolderIdentity) {
    this.#recorder = recorder;
    this.#disk = disk;
    this.#project = project;
  }

  /** A text that a file had before, if it was stored. */
  async textBefore(hash: string): Promise<string | null> {
    const bytes = await this.#recorder.kept(hash);
    const decoded = bytes && decodeText(Buffer.from(bytes));
    return decoded?.kind === "text" ? decoded.text : null;
  }

  /** Fails when the project's folder was moved, removed or unmounted. */
  requireProject(): void {
    this.#project.require();
  }

  /**
   * Runs writes of one change as a group: after a crash in the middle, none of them remains. `putBack` undoes what
   * was written when a write fails; if that fails as well, the group stays open and is undone at the next opening.
   */
  async group<T>(
    { change }: Author,
    files: number,
    write: () => Promise<T>,
    putBack: () => Promise<void>,
  ): Promise<T> {
    const group = change === undefined || files < 2 ? null : await this.#recorder.group(change);
    let written: T;
    try {
      written = await write();
    } catch (error) {
      await putBack();
      await group?.end();
      throw error;
    }
    try {
      await group?.end();
    } catch (error) {
      // The end may be on the disk although it was refused. Without a new beginning nothing is put back: all of the
      // files are as they were to be, and either the group has ended or it is undone at the next opening.
      await group?.reopen();
      await putBack();
      await group?.end();
      throw error;
    }
    return written;
  }

  /** The file's new bytes. */
  put(
    target: Target,
    bytes: Uint8Array,
    by: Author,
    options: { readonly mode?: number; readonly exclusive?: boolean } = {},
  ): Promise<{ readonly hash: string; readonly change: string | null }> {
    const { mode, exclusive = false } = options;
    this.requireProject();
    return onDisk(target.path, async () => {
      const before = target.found === "file" ? await this.#keep(target.absolute) : null;
      const hash = sha256(bytes);
      const write = () => writeAtomic(target.absolute, bytes, mode, { exclusive, disk: this.#disk });
      if (before?.hash === hash) {
        await write();
        return { hash, change: null };
      }
      await this.#recorder.keep(hash, bytes);
      const files = [changed(target, before, hash)];
      return { hash, change: await this.#record(by, { kind: before ? "write" : "create", files }, write) };
    });
  }

  unlink(target: Target, by: Author): Promise<string | null> {
    return onDisk(target.path, async () => {
      const files = [changed(target, await this.#keep(target.absolute), null)];
      return this.#record(by, { kind: "remove", files }, async () => {
        await this.#disk.unlink(target.absolute);
        await syncFolder(dirname(target.absolute), this.#disk);
      });
    });
  }

  makeFolder(target: Target, by: Author): Promise<string | null> {
    return onDisk(target.path, () => {
      const { path, layer } = target;
      const files = [{ path, layer, before: null, after: FOLDER, kept: true }];
      return this.#record(by, { kind: "create", files }, async () => {
        await makeFolder(target.absolute, undefined, this.#disk);
      });
    });
  }

  /** Only an empty one. */
  removeFolder(target: Target, by: Author): Promise<string | null> {
    return onDisk(target.path, () => {
      const { path, layer } = target;
      const files = [{ path, layer, before: FOLDER, after: null, kept: true }];
      return this.#record(by, { kind: "remove", files }, () => this.#disk.rmdir(target.absolute));
    });
  }

  /** Never replaces an existing path, except when only the case changes. */
  move(source: Target, target: Target, isRespelling: boolean, by: Author): Promise<string | null> {
    return onDisk(target.path, async () => {
      const isFolder = source.found !== "file";
      const kept = isFolder ? null : await this.#keep(source.entry);
      const hash = kept?.hash ?? FOLDER;
      const from = { path: source.path, layer: source.layer, before: hash, after: null, kept: true };
      const to = { path: target.path, layer: target.layer, before: null, after: hash, kept: true };
      const move = { from: source.path, to: target.path };
      return this.#record(by, { kind: "move", files: [from, to], move }, async () => {
        await makeFolder(dirname(target.absolute), undefined, this.#disk);
        if (isFolder || isRespelling) {
          await this.#disk.rename(source.entry, target.entry);
          await syncMoved(source.entry, target.entry, this.#disk);
        } else await moveWithoutReplacing(source.entry, target.entry, this.#disk);
      });
    });
  }

  /** Ends a recorded move that stopped when the file had both names. */
  async finishMove(source: Target, target: Target): Promise<void> {
    if (source.found !== "file" || target.found !== "file") return;
    const [old, now] = await Promise.all([fs.lstat(source.entry), fs.lstat(target.entry)]);
    if (old.ino === now.ino && old.dev === now.dev) await this.#disk.unlink(source.entry);
  }

  /**
   * Moves to a trash: `remove` does the move; `trash` is its id when the trash is the project's own. `by`
   * null: this is not a change of the project's files (a conversation).
   */
  async discard(
    target: Target,
    by: Author | null,
    trash: string | undefined,
    remove: () => Promise<void>,
  ): Promise<string | null> {
    this.requireProject();
    if (by === null) return remove().then(() => null);
    const files = await onDisk(target.path, () => this.#everythingIn(target));
    return this.#record(by, { kind: "remove", files, ...(trash !== undefined && { trash }) }, remove);
  }

  /** Restores from the project's trash. */
  async bringBack(
    target: Target,
    content: string,
    by: Author | null,
    restore: () => Promise<void>,
  ): Promise<string | null> {
    this.requireProject();
    if (by === null) return restore().then(() => null);
    const there = await onDisk(target.path, () =>
      this.#everythingIn({ ...target, entry: content, absolute: content }),
    );
    const files = there.map((file) => ({ ...file, before: null, after: file.before }));
    return this.#record(by, { kind: "create", files }, restore);
  }

  async #record(by: Author, planned: PlannedChange, write: () => Promise<void>): Promise<string | null> {
    const kind: ChangeKind = by.kind ?? planned.kind;
    this.requireProject();
    const begun = await this.#recorder.begin(by, { ...planned, kind });
    try {
      await write();
    } catch (error) {
      // A disk that also refuses this: the list then has a change that did nothing, and its undo does nothing.
      await begun.cancel().catch(() => {});
      throw error;
    }
    return begun.change;
  }

  /** The state of a file with its bytes stored; a path that is too large or not a file is only listed. */
  async #keep(absolute: string): Promise<Kept> {
    const found = await stateOf(absolute);
    if (!found) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    const { hash, bytes, mode } = found;
    if (bytes) await this.#recorder.keep(hash, bytes);
    return { hash, mode, kept: bytes !== null, bytes: bytes?.length ?? 0 };
  }

  async #everythingIn(target: Target): Promise<ChangedFile[]> {
    if (!(await fs.lstat(target.entry)).isDirectory()) {
      return [changed(target, await this.#keep(target.entry), null)];
    }
    const { path, layer } = target;
    const files: ChangedFile[] = [{ path, layer, before: FOLDER, after: null, kept: true }];
    let bytes = 0;
    const folders = [""];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      for (const entry of await fs.readdir(join(target.entry, folder), { withFileTypes: true })) {
        if (files.length > MAX_LISTED_FILES) return files;
        const inner = folder === "" ? entry.name : `${folder}/${entry.name}`;
        const at = { path: `${path}/${inner}`, layer };
        if (entry.isDirectory()) {
          folders.push(inner);
          files.push({ ...at, before: FOLDER, after: null, kept: true });
        } else if (bytes > MAX_KEPT_BYTES) {
          files.push({ ...at, before: "left-out", after: null, kept: false });
        } else {
          const kept = await this.#keep(join(target.entry, inner)).catch(unlessGone);
          if (!kept) continue;
          bytes += kept.bytes;
          files.push(changed(at, kept, null));
        }
      }
    }
    return files;
  }
}

const changed = (
  { path, layer }: Pick<Target, "path" | "layer">,
  before: Kept | null,
  after: string | null,
): ChangedFile => ({
  path,
  layer,
  before: before?.hash ?? null,
  after,
  kept: before?.kept ?? true,
  ...(before?.mode !== undefined && { mode: before.mode }),
});

const unlessGone = (error: unknown): null => {
  if (isMissing(error)) return null;
  throw error;
};
