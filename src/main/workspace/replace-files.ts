import { Failure } from "#shared/contract/index.ts";
import { FOLDER } from "#shared/model/change.ts";
import { eachOf } from "./each-of.ts";
import { type FileState, stateOf } from "./file-state.ts";
import { onDisk } from "./fs-failure.ts";
import type { PathLocks } from "./path-locks.ts";
import { relativePath } from "./path-policy.ts";
import { sha256 } from "./read-file.ts";
import type { Author } from "./recorder.ts";
import type { RecordedFiles } from "./recorded-files.ts";
import type { Layer, Roots, Target } from "./roots.ts";
import { isOwnFile, ownTarget } from "./write-own-file.ts";

/** A file on disk in a given layer: its project-relative path and the layer it is in. */
export type FilePlace = { readonly path: string; readonly layer: Layer };

export type Replacement = FilePlace & {
  /** Hash that the file must still have; null: it must not exist. */
  readonly expected: string | null;
  /** Null removes the file; `folder` creates a folder. */
  readonly bytes: Uint8Array | typeof FOLDER | null;
  readonly mode?: number | undefined;
};

/** A file of a group, and what was there. */
type BegunFile = Replacement & { readonly before: FileState | null };

/**
 * Writes exact bytes to exact places, for undo and restore; also the app's own files outside the workspace
 * (agents.yaml, profiles).
 */
export class ReplaceFiles {
  readonly #roots: Roots;
  readonly #files: RecordedFiles;
  readonly #locks: PathLocks;

  constructor(roots: Roots, files: RecordedFiles, locks: PathLocks) {
    this.#roots = roots;
    this.#files = files;
    this.#locks = locks;
  }

  /** The current state. No other code of this process changes it while `work` runs. */
  look<T>(place: FilePlace, work: (now: FileState | null) => Promise<T>): Promise<T> {
    return this.#locks.run(place.path, async () => {
      const { absolute } = await this.#target(place);
      return work(await onDisk(place.path, () => stateOf(absolute)));
    });
  }

  /** Whatever exists there; null removes the file. */
  put(place: FilePlace, bytes: Uint8Array | null, by: Author, mode?: number): Promise<string | null> {
    return this.#locks.run(place.path, async () => {
      const target = await this.#target(place);
      return this.#put(target, bytes, by, mode);
    });
  }

  /** All of them or none; fails with `changed-since` when one is not in its expected state. */
  replaceAll(replacements: readonly Replacement[], by: Author): Promise<void> {
    const begun: BegunFile[] = [];
    const write = async () => {
      for (const each of replacements) {
        await this.#replace(each, by, (before) => begun.push({ ...each, before }));
      }
    };
    return this.#files.group(by, replacements.length, write, async () => {
      await eachOf(begun.toReversed(), (each) => this.#putBack(each, by));
    });
  }

  /** Moves a file or folder back to its old place. Fails with `not-found` or `exists`. */
  move(from: FilePlace, to: string, by: Author): Promise<string | null> {
    return this.#locks.run(from.path, async () => {
      const source = await this.#target(from);
      const target = await this.#target({ path: to, layer: from.layer });
      if (source.found === null) {
        throw new Failure("not-found", `There is nothing at ${from.path}.`, { path: from.path });
      }
      if (target.found !== null) {
        throw new Failure("exists", `There is already something at ${to}.`, { path: to });
      }
      return this.#files.move(source, target, false, by);
    });
  }

  /** Ends a move of a file that the end of a process interrupted. */
  finishMove(from: FilePlace, to: string): Promise<void> {
    return this.#locks.run(from.path, async () => {
      const target = await this.#target({ path: to, layer: from.layer });
      await this.#files.finishMove(await this.#target(from), target);
    });
  }

  /** `begin` is called before anything is written: a write that fails may have happened all the same. */
  #replace(
    { path, layer, expected, bytes, mode }: Replacement,
    by: Author,
    begin: (before: FileState | null) => void,
  ): Promise<void> {
    return this.#locks.run(path, async () => {
      const target = await this.#target({ path, layer });
      const now = await onDisk(path, () => stateOf(target.absolute));
      if ((now?.hash ?? null) !== expected) {
        throw new Failure("changed-since", `${path} was changed meanwhile.`, { path });
      }
      begin(now);
      await this.#put(target, bytes, by, mode ?? now?.mode);
    });
  }

  /** A file that was not written stays as it is; one that somebody else changed meanwhile fails, and stays. */
  #putBack({ path, layer, before, bytes, mode }: BegunFile, by: Author): Promise<void> {
    return this.#locks.run(path, async () => {
      const target = await this.#target({ path, layer });
      const now = await onDisk(path, () => stateOf(target.absolute));
      if ((now?.hash ?? null) === (before?.hash ?? null)) return;
      if ((now?.hash ?? null) !== hashOf(bytes)) {
        throw new Failure("changed-since", `${path} was changed meanwhile.`, { path });
      }
      const old = before?.hash === FOLDER ? FOLDER : (before?.bytes ?? null);
      if (before && old === null) {
        throw new Failure("version-not-kept", `The text of ${path} before this was not kept.`, { path });
      }
      await this.#put(target, old, by, mode ?? before?.mode);
    });
  }

  #put(target: Target, bytes: Replacement["bytes"], by: Author, mode?: number): Promise<string | null> {
    if (bytes === FOLDER) return this.#files.makeFolder(target, by);
    if (bytes !== null) {
      return this.#files
        .put(target, bytes, by, mode === undefined ? {} : { mode })
        .then(({ change }) => change);
    }
    if (target.found === null) return Promise.resolve(null);
    return target.found === "folder" ? this.#files.removeFolder(target, by) : this.#files.unlink(target, by);
  }

  async #target({ path, layer }: FilePlace): Promise<Target> {
    if (isOwnFile(path)) return ownTarget(this.#roots.project, path);
    const target = await this.#roots.inLayer(layer, "", path, true);
    if (target && relativePath(path) !== "") return target;
    throw new Failure("not-found", `${path} is in a folder of your own files that is not in use.`, { path });
  }
}

const hashOf = (bytes: Replacement["bytes"]): string | null =>
  bytes === null || bytes === FOLDER ? bytes : sha256(bytes);
