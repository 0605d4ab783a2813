import type { Signal } from "#shared/contract/index.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";

const MAX_KEPT = 20_000;

/** Counts of texts, each counted once. */
export class TextTokens {
  readonly #counter: TokenCounter;
  readonly #encoding: () => string;
  readonly #counts = new Map<string, number>();
  #countedIn = "";

  constructor(counter: TokenCounter, encoding: () => string) {
    this.#counter = counter;
    this.#encoding = encoding;
  }

  /** Null when it was not counted before. */
  of(text: string): number | null {
    return text === "" ? 0 : (this.#counts.get(text) ?? null);
  }

  async count(texts: readonly string[], signal?: Signal): Promise<void> {
    const encoding = this.#encoding();
    if (encoding !== this.#countedIn || this.#counts.size > MAX_KEPT) this.#counts.clear();
    this.#countedIn = encoding;
    const missing = new Set(texts.filter((text) => text !== "" && !this.#counts.has(text)));
    await Promise.all(
      [...missing].map(async (text) => {
        const { tokens } = await this.#counter.count(text, encoding, signal);
        this.#counts.set(text, tokens);
      }),
    );
  }
}
