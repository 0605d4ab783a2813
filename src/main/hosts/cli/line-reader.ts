import { createInterface } from "node:readline";

/**
 * Lines from a terminal or a pipe, one per question. A pipe may deliver several before the first question;
 * they are queued.
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

  /** The next line; null when the input has ended. One question at a time. */
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
