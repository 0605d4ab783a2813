import { type PathLike, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { errnoOf } from "./errno.ts";
import type { WriteDisk } from "./write-atomic.ts";

/**
 * Distinguishes a folder from a different one at the same path: after a move, a removal or an unmount, nothing may be
 * written into what stands there now, where it would be lost as soon as the real folder is back.
 */
export class FolderIdentity {
  readonly folder: string;
  readonly #identity: string | null;

  constructor(folder: string, identity = identityOf(folder)) {
    this.folder = folder;
    this.#identity = identity;
  }

  /** For a worker, which may see the folder for the first time when it is no longer there. */
  static from({ folder, identity }: FolderMark): FolderIdentity {
    return new FolderIdentity(folder, identity);
  }

  get mark(): FolderMark {
    return { folder: this.folder, identity: this.#identity };
  }

  /** Null while the folder is the one it was at first. */
  refusal(): Failure | null {
    if (identityOf(this.folder) === this.#identity) return null;
    return new Failure(
      "folder-not-found",
      `The project's folder is no longer at ${this.folder}. Nothing was changed. Put it back, or open it at its new place.`,
      { folder: this.folder },
    );
  }

  require(): void {
    const refusal = this.refusal();
    if (refusal) throw refusal;
  }
}

/** A folder's identity as plain data. */
export type FolderMark = { readonly folder: string; readonly identity: string | null };

/** The disk, where everything that creates something first makes sure that the folder is the right one. */
export const guardedDisk = (disk: WriteDisk, identity: FolderIdentity): WriteDisk => {
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      identity.require();
      return work(...args);
    };
  return {
    open: guarded(disk.open),
    mkdir: guarded((path, options) => mkdirBelow(disk, identity.folder, path, options)) as WriteDisk["mkdir"],
    rename: guarded(disk.rename),
    link: guarded(disk.link),
    unlink: disk.unlink,
    rmdir: disk.rmdir,
  };
};

/** Creates missing parents one by one, but not the folder itself, which may vanish after it was looked at. */
const mkdirBelow = async (
  disk: WriteDisk,
  folder: string,
  path: PathLike,
  options?: Parameters<WriteDisk["mkdir"]>[1],
): Promise<string | undefined> => {
  const isRecursive = typeof options === "object" && options?.recursive === true;
  const mode = typeof options === "object" ? options?.mode : options;
  if (!isRecursive) {
    await disk.mkdir(path, mode ?? undefined);
    return undefined;
  }
  let made: string | undefined;
  let at = folder;
  for (const name of relative(folder, String(path)).split(sep).filter(Boolean)) {
    at = join(at, name);
    try {
      await disk.mkdir(at, mode ?? undefined);
      made ??= at;
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error;
    }
  }
  return made;
};

const identityOf = (folder: string): string | null => {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    // A removed folder's number is soon given to a new one; its time of creation is not. 0 where none is kept.
    return found?.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : null;
  } catch {
    // A drive that fails to answer is not there.
    return null;
  }
};
