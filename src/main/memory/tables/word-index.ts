import type { Store } from "../../store/open-store.ts";

/**
 * How rows leave the full-text index of memories. Securely, each word is erased from the page it is in, which takes
 * milliseconds per row in a large index. Many rows are therefore only marked as removed, and the index is merged
 * afterwards, in steps: a merge leaves the removed words and the marks behind. The index's own setting says which
 * way is used, so a removal that was interrupted is known, and continued with the next start.
 */
export class WordIndex {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Rows were only marked as removed, and their words are still in the index. */
  get isUntidy(): boolean {
    return (
      this.#store.db.prepare("select v from memory_fts_config where k = 'secure-delete'").pluck().get() === 0
    );
  }

  /** From here on rows are only marked, until `tidySome` has returned false. */
  beginRemoval(): void {
    this.#setSecure(false);
  }

  /** Some milliseconds of merging; false when all of it is done. `isFirst`: begins with all that the index has. */
  tidySome(isFirst: boolean): boolean {
    const { db } = this.#store;
    return this.#store.transact(() => {
      const changes = db.prepare("select total_changes()").pluck();
      const before = changes.get() as number;
      this.#set("merge", isFirst ? -PAGES_AT_ONCE : PAGES_AT_ONCE);
      // As SQLite documents: fewer than two changes mean that there was nothing left to merge.
      if ((changes.get() as number) - before >= 2) return true;
      this.#setSecure(true);
      return false;
    });
  }

  /** Runs work that removes rows of which nothing may stay, in one transaction, also while many are being removed. */
  removeSecurely<T>(work: () => T): T {
    const { db } = this.#store;
    return this.#store.transact(() => {
      if (!this.isUntidy) return work();
      this.#setSecure(true);
      const result = work();
      db.exec("insert into memory_fts (memory_fts) values ('flush')");
      this.#setSecure(false);
      return result;
    });
  }

  #setSecure(isSecure: boolean): void {
    this.#set("secure-delete", Number(isSecure));
  }

  /** As text of the statement: a number that is bound arrives as one with a fraction, which is refused. */
  #set(option: "merge" | "secure-delete", value: number): void {
    this.#store.db.exec(`insert into memory_fts (memory_fts, rank) values ('${option}', ${value})`);
  }
}

/** Some 4 ms. */
const PAGES_AT_ONCE = 32;
