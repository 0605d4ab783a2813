import { z } from "zod";
import type { KeptFiles } from "../base/kept-files.ts";
import { VERSIONS_FOLDER } from "./versions.ts";

const KNOWN = `${VERSIONS_FOLDER}/known.json`;

const MAX_FILE_BYTES = 64 * 1024 * 1024;

const stored = z.object({ version: z.literal(1), files: z.array(z.tuple([z.string(), z.string()])) });

/**
 * The hash each file had when it was last seen, by place. A file with a different hash was changed by another
 * program. Stored between runs in `.satchel/versions/known.json`; losing it loses no text.
 */
export class KnownFiles {
  readonly #kept: KeptFiles;
  readonly #hashes = new Map<string, string>();
  #isDirty = false;

  constructor(kept: KeptFiles) {
    this.#kept = kept;
  }

  async load(): Promise<void> {
    try {
      const text = (await this.#kept.read(KNOWN, MAX_FILE_BYTES)).toString("utf8");
      const { files } = stored.parse(JSON.parse(text));
      for (const [key, hash] of files) {
        if (!this.#hashes.has(key)) this.#hashes.set(key, hash);
      }
    } catch {
      // Without the file nothing is known; it is learned again.
    }
  }

  get(key: string): string | null {
    return this.#hashes.get(key) ?? null;
  }

  /** Null: nothing exists there. */
  set(key: string, hash: string | null): void {
    if (this.get(key) === hash) return;
    this.#isDirty = true;
    if (hash === null) this.#hashes.delete(key);
    else this.#hashes.set(key, hash);
  }

  /** A moved folder includes everything in it. Both are `layer:path`. */
  move(from: string, to: string): void {
    for (const [key, hash] of this.#hashes) {
      if (!key.startsWith(`${from}/`)) continue;
      this.set(key, null);
      this.set(to + key.slice(from.length), hash);
    }
  }

  entries(): IterableIterator<[string, string]> {
    return this.#hashes.entries();
  }

  async save(): Promise<void> {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    const files = [...this.#hashes];
    await this.#kept.write(KNOWN, `${JSON.stringify({ version: 1, files })}\n`);
  }
}
