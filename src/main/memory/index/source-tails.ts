import type { MemoryDraft } from "./memory-draft.ts";

/** Where a source that only grows was read to. */
export type SourceTail = {
  /** Of the reading that it continues. */
  readonly lineage: string;
  /** The last item; its memories change when something follows it. */
  readonly item: string;
  /** What stands before that item, as its neighbours. */
  readonly before: readonly MemoryDraft[];
  /** Place of the item's first memory in the source. */
  readonly ordinal: number;
};

/** Sources whose tails are kept: those that were read last. */
const MAX_TAILS = 100;

/** The ends of sources that only grow (conversations), so that what was added is read alone. */
export class SourceTails {
  readonly #tails = new Map<string, SourceTail>();

  /** Null when the source has to be read whole. */
  get(source: string, lineage: string): SourceTail | null {
    const tail = this.#tails.get(source);
    return tail?.lineage === lineage ? tail : null;
  }

  forget(source: string): void {
    this.#tails.delete(source);
  }

  keep(source: string, tail: SourceTail | null): void {
    this.#tails.delete(source);
    if (tail) this.#tails.set(source, tail);
    for (const oldest of this.#tails.keys()) {
      if (this.#tails.size <= MAX_TAILS) return;
      this.#tails.delete(oldest);
    }
  }
}

type Start = Pick<SourceTail, "before" | "ordinal">;

/** Passes drafts on and follows where the last item of a source begins. */
export class TailFollower {
  readonly #lineage: string;
  #last: readonly MemoryDraft[];
  #ordinal: number;
  #tail: SourceTail | null = null;

  constructor(lineage: string, { before, ordinal }: Start = { before: [], ordinal: 0 }) {
    this.#lineage = lineage;
    this.#last = before;
    this.#ordinal = ordinal;
  }

  /** Of the drafts that were passed on so far. */
  get tail(): SourceTail | null {
    return this.#tail;
  }

  *follow(drafts: Iterable<MemoryDraft>): Generator<MemoryDraft> {
    for (const draft of drafts) {
      if (draft.item !== null && draft.item !== this.#tail?.item) {
        const place = { before: this.#last, ordinal: this.#ordinal };
        this.#tail = { lineage: this.#lineage, item: draft.item, ...place };
      }
      this.#last = [...this.#last, draft].slice(-NEIGHBOURS);
      this.#ordinal += 1;
      yield draft;
    }
  }
}

/** As many as a memory has before it. */
const NEIGHBOURS = 2;
