import { createInterface } from "node:readline";

/**
 * Lines of a person or of a pipe, one for each question. A pipe may bring several before the first was
 * asked for; they wait their turn.
 */
export class LineReader {
  readonly #lines: string[] = [];
  readonly #reader: ReturnType<typeof createInterface>;
  #ended = false;
  #waiting: ((line: string | null) => void) | null = null;

  constructor(input: NodeJS.ReadableStream) {
    this.#reader = createInterface({ input, terminal: false });
    this.#reader.on("line", (line) => {
      if (this.#waiting) this.#answer(line);
      else this.#lines.push(line);
    });
    this.#reader.on("close", () => {
      this.#ended = true;
      this.#answer(null);
    });
  }

  /** The next line; null when there is none and none will come. One question at a time. */
  next(): Promise<string | null> {
    const line = this.#lines.shift();
    if (line !== undefined) return Promise.resolve(line);
    if (this.#ended) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  close(): void {
    this.#reader.close();
  }

  #answer(line: string | null): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.(line);
  }
}
