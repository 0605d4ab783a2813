import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keptEntries, type KeptEntries, type KeptEntry } from "#shared/contract/app.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { writeAtomic } from "../base/write-atomic.ts";

/**
 * What windows remember about a project: open tabs, unsaved text, widths. One file per project in the user
 * data folder, because unsaved text must not appear in a folder that others share.
 */
export class WindowState {
  readonly #folder: string;
  readonly #writes = new OneAtATime();

  constructor(userData: string) {
    this.#folder = join(userData, "windows");
  }

  /** An unreadable file counts as an empty state: the documents themselves are stored elsewhere. */
  async read(project: string): Promise<KeptEntries> {
    try {
      return keptEntries.parse(JSON.parse(await readFile(this.#fileOf(project), "utf8")));
    } catch {
      return {};
    }
  }

  /** An entry older than the stored one is ignored: two windows may be open. */
  keep(project: string, key: string, entry: KeptEntry): Promise<void> {
    return this.#writes.run(async () => {
      const entries = await this.read(project);
      if ((entries[key]?.at ?? 0) > entry.at) return;
      const next = { ...entries, [key]: entry };
      await writeAtomic(this.#fileOf(project), JSON.stringify(next), 0o600);
    });
  }

  #fileOf(project: string): string {
    const name = createHash("sha256").update(project).digest("hex").slice(0, 32);
    return join(this.#folder, `${name}.json`);
  }
}
