import { TextMemory } from "./text-memory.ts";

/** Characters of all texts together. */
const MAX_CHARS = 32 * 1024 * 1024;
/** Files whose text before is known by its hash. */
const MAX_BEFORE = 1_000;

/**
 * The present text of each file, and the one before: a prompt that is being made may still use it. Older ones are
 * forgotten at once, because a file that grows line by line would fill the memory with its past.
 */
export class FileTexts {
  readonly #texts = new TextMemory(MAX_CHARS);
  /** Hash of the text before the present one, by path. */
  readonly #before = new Map<string, string>();

  recall(hash: string): string | null {
    return this.#texts.recall(hash);
  }

  remember(hash: string, text: string): void {
    this.#texts.remember(hash, text);
  }

  /** The file's text is no longer the one with this hash. */
  replaced(path: string, hash: string): void {
    const older = this.#before.get(path);
    if (older !== undefined) this.#texts.forget(older);
    this.#before.delete(path);
    this.#before.set(path, hash);
    const [oldest] = this.#before.keys();
    if (this.#before.size > MAX_BEFORE && oldest !== undefined) this.#before.delete(oldest);
  }
}
