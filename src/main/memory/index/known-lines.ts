import { overlap, SAME_SHARE, wordsOf } from "./same-text.ts";

/**
 * Lines that are known already, for comparing many new ones with many old ones. The same answer as `isKnown`: of any
 * few words of a line, a line that shares nearly all words has at least one, so only lines with one of its rarest
 * words are compared.
 */
export class KnownLines {
  readonly #lines: ReadonlySet<string>[] = [];
  readonly #byWord = new Map<string, number[]>();
  #isEmptyKnown = false;

  constructor(lines: Iterable<string> = []) {
    for (const line of lines) this.add(line);
  }

  add(text: string): void {
    const words = wordsOf(text);
    if (words.size === 0) this.#isEmptyKnown = true;
    const at = this.#lines.push(words) - 1;
    for (const word of words) {
      const having = this.#byWord.get(word);
      if (having) having.push(at);
      else this.#byWord.set(word, [at]);
    }
  }

  has(text: string): boolean {
    const words = wordsOf(text);
    if (words.size === 0) return this.#isEmptyKnown;
    const lists = [...words].map((word) => this.#byWord.get(word) ?? []).sort((a, b) => a.length - b.length);
    const enough = Math.floor(words.size * (1 - SAME_SHARE)) + 1;
    const compared = new Set(lists.slice(0, enough).flat());
    return [...compared].some((at) => overlap(words, this.#lines[at] ?? NOTHING) >= SAME_SHARE);
  }
}

const NOTHING: ReadonlySet<string> = new Set();
