import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { promptName, type SavedPrompt } from "#shared/contract/prompts.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { writeAtomic } from "../base/write-atomic.ts";

const MAX_PROMPTS = 200;
const MAX_PROMPT_BYTES = 64 * 1024;

/**
 * Texts that the user puts into messages again and again: `prompts/<name>.md` in the user data folder, plain Markdown.
 * They are the user's in every project, and no project can bring one.
 */
export class SavedPrompts {
  readonly #folder: string;
  readonly #writes = new OneAtATime();

  constructor(userData: string) {
    this.#folder = join(userData, "prompts");
  }

  /** By name. A file that is too large or has a different kind of name is skipped. */
  async list(): Promise<SavedPrompt[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith(".md")).sort();
    const found: SavedPrompt[] = [];
    for (const file of names.slice(0, MAX_PROMPTS)) {
      const prompt = await this.#read(file.slice(0, -".md".length));
      if (prompt) found.push(prompt);
    }
    return found;
  }

  save({ name, text }: SavedPrompt): Promise<void> {
    return this.#writes.run(async () => {
      if (Buffer.byteLength(text) > MAX_PROMPT_BYTES) {
        throw new Failure("prompt-too-long", "A saved prompt may have at most 64 KB.", { name });
      }
      const known = await this.list();
      if (known.length >= MAX_PROMPTS && !known.some((prompt) => prompt.name === name)) {
        throw new Failure("too-many-prompts", `No more than ${MAX_PROMPTS} prompts can be saved.`);
      }
      await writeAtomic(this.#fileOf(name), text, 0o600, { folderMode: 0o700 });
    });
  }

  remove(name: string): Promise<SavedPrompt | null> {
    return this.#writes.run(async () => {
      const removed = await this.#read(name);
      if (removed) await rm(this.#fileOf(name), { force: true });
      return removed;
    });
  }

  async #read(name: string): Promise<SavedPrompt | null> {
    if (!promptName.safeParse(name).success) return null;
    try {
      const found = await stat(this.#fileOf(name));
      if (!found.isFile() || found.size > MAX_PROMPT_BYTES) return null;
      return { name, text: await readFile(this.#fileOf(name), "utf8") };
    } catch {
      return null;
    }
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.md`);
  }
}
