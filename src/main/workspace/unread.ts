import { MAX_UNREAD_NAMED, type Unread } from "#shared/model/unread.ts";
import { isMissing } from "./fs-failure.ts";
import { readPlain } from "./read-plain.ts";

/** The files and folders that a search could not read: what it found may not be all there is. */
export class UnreadFiles {
  #count = 0;
  readonly #paths: string[] = [];

  /** The bytes of a file that was listed; null when it is gone, no plain file, or cannot be read, which is noted. */
  async read(path: string, absolute: string): Promise<Buffer | null> {
    try {
      return await readPlain(absolute);
    } catch (error) {
      if (!isMissing(error)) this.add(path);
      return null;
    }
  }

  readonly add = (path: string): void => {
    this.#count += 1;
    if (this.#paths.length < MAX_UNREAD_NAMED) this.#paths.push(path);
  };

  get found(): Unread {
    return { count: this.#count, paths: [...this.#paths] };
  }
}
