import { randomBytes } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import { type RestoredRows, restoredRows } from "./restored-rows.ts";

const MAX_KEPT = 3;
const NAME = /^restore-[0-9a-f]{16}$/;

/** What the last restores added: `<backup>/undo/<name>.json`. */
export class RestoreUndos {
  readonly #folder: string;

  constructor(backup: string) {
    this.#folder = join(backup, "undo");
  }

  /** On disk before the rows stay, so that a restore that is there can be undone. */
  async keep(rows: RestoredRows): Promise<string> {
    const name = `restore-${randomBytes(8).toString("hex")}`;
    await writeAtomic(this.#place(name), JSON.stringify(rows), 0o600, { folderMode: 0o700 });
    await this.#prune(name);
    return name;
  }

  async read(name: string): Promise<RestoredRows> {
    const text = NAME.test(name) ? await readFile(this.#place(name), "utf8").catch(() => null) : null;
    const parsed = restoredRows.safeParse(text === null ? null : jsonOf(text));
    if (parsed.success) return parsed.data;
    throw new Failure("not-found", "What this restore added is not known any more.", { undo: name });
  }

  async remove(name: string): Promise<void> {
    await rm(this.#place(name), { force: true });
  }

  #place(name: string): string {
    return join(this.#folder, `${name}.json`);
  }

  async #prune(newest: string): Promise<void> {
    const files = (await readdir(this.#folder).catch(() => [])).filter((file) => file !== `${newest}.json`);
    const dated = await Promise.all(
      files.map(async (file) => ({ file, at: (await stat(join(this.#folder, file))).mtimeMs })),
    );
    const old = dated.toSorted((a, b) => b.at - a.at).slice(MAX_KEPT - 1);
    for (const { file } of old) await rm(join(this.#folder, file), { force: true });
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
