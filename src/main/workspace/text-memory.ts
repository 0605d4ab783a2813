/** Texts that were read or written recently, by the hash of their bytes. The least recently used is removed first. */
export class TextMemory {
  readonly #maxChars: number;
  readonly #texts = new Map<string, string>();
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  remember(hash: string, text: string): void {
    this.forget(hash);
    if (text.length > this.#maxChars) return;
    this.#texts.set(hash, text);
    this.#chars += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#chars <= this.#maxChars) return;
      this.forget(oldest);
    }
  }

  recall(hash: string): string | null {
    const text = this.#texts.get(hash);
    if (text === undefined) return null;
    this.#texts.delete(hash);
    this.#texts.set(hash, text);
    return text;
  }

  forget(hash: string): void {
    const text = this.#texts.get(hash);
    if (text === undefined) return;
    this.#texts.delete(hash);
    this.#chars -= text.length;
  }
}
