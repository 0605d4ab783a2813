import { statSync } from "node:fs";
import { Failure } from "#shared/contract/index.ts";

/**
 * Distinguishes a folder from a different one at the same path: after a move, a removal or an unmount, nothing may be
 * written into what stands there now, where it would be lost as soon as the real folder is back.
 */
export class FolderIdentity {
  readonly folder: string;
  readonly #identity: string | null;

  constructor(folder: string) {
    this.folder = folder;
    this.#identity = identityOf(folder);
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
