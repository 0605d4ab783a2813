import type { Picture } from "#shared/model/picture.ts";
import { MAX_SENT_PICTURE_BYTES } from "#shared/model/picture.ts";
import { KeptFolder } from "../base/kept-file.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { lookAtPicture } from "./look-at-picture.ts";

/** A draft that is not sent for so long has its pictures no more, and says so. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Pictures that are attached but not sent yet, in the user's own data: by their content, so that one that is
 * attached twice is there once. A message that is sent or waits in a queue has copies of its own.
 */
export class WaitingPictures {
  readonly #folder: KeptFolder;
  readonly #now: () => number;
  #isCleared = false;

  constructor(userData: string, now: () => number) {
    this.#folder = new KeptFolder(KeptFiles.inUserData(userData), "pictures");
    this.#now = now;
  }

  /** Fails as `lookAtPicture` does. */
  async keep(name: string, bytes: Uint8Array): Promise<Picture> {
    const picture = lookAtPicture(name, bytes);
    await this.#clearOld();
    await this.#folder.file(picture.sha256).write(bytes);
    return picture;
  }

  /** Null when it is not there any more. */
  read(sha256: string): Promise<Buffer | null> {
    return this.#folder.file(sha256).bytes(MAX_SENT_PICTURE_BYTES);
  }

  /** Once per start. Nobody waits for a file that cannot be removed. */
  async #clearOld(): Promise<void> {
    if (this.#isCleared) return;
    this.#isCleared = true;
    for (const { name } of await this.#folder.list().catch(() => [])) {
      const file = this.#folder.file(name);
      const at = file.stat();
      if (at && this.#now() - Number(at.mtimeMs) > KEPT_MS) await file.remove().catch(() => {});
    }
  }
}
