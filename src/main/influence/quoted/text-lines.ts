/** Where the lines of a text begin, found once: an answer may share a million places with it. */
export class TextLines {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  /** The line of a place, from 1. A line break belongs to the line it ends. */
  number(at: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** From and to of the line of a place, without the line break. */
  around(at: number): readonly [number, number] {
    const line = this.number(at);
    const next = this.#starts[line];
    return [this.#starts[line - 1] ?? 0, next === undefined ? this.text.length : next - 1];
  }
}
