import { Failure } from "#shared/contract/failure.ts";
import type { Store } from "../../store/open-store.ts";
import type { Embeddable } from "./embedded-text.ts";
import { packVector } from "./vector-codec.ts";

/** A memory without a vector of a model. */
export type Unembedded = Embeddable & { readonly id: number };

/** Vectors by memory and model. Vectors of a different model stay until they are dropped. */
export class VectorStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  models(): { readonly model: string; readonly dimension: number; readonly vectors: number }[] {
    return this.#store.db
      .prepare(
        `select model, dimension, (select count(*) from memory_vectors v where v.model = m.model) as vectors
         from vector_models m order by model`,
      )
      .all() as { model: string; dimension: number; vectors: number }[];
  }

  /**
   * Newest first: recent messages are asked for soonest. `below`: the row number to continue below, so that
   * embedded memories are skipped once and not with every call.
   */
  pending(model: string, limit: number, below = Number.MAX_SAFE_INTEGER): Unembedded[] {
    return this.#store.db
      .prepare(
        `select id, tier, heading, detail, text,
           (select p.text from memories p where p.source = m.source and p.ordinal = m.ordinal - 1) as before
         from memories m
         where id < ? and not exists (select 1 from memory_vectors v where v.memory = m.id and v.model = ?)
           and not exists (select 1 from memory_links l where l.memory = m.id)
         order by id desc limit ?`,
      )
      .all(below, model, limit) as Unembedded[];
  }

  countPending(model: string): number {
    const { memories, vectors } = this.#store.db
      .prepare(
        `select (select count(*) from memories) - (select count(*) from memory_links) as memories,
           (select count(*) from memory_vectors where model = ?) as vectors`,
      )
      .get(model) as { memories: number; vectors: number };
    return memories - vectors;
  }

  /** Skips memories that no longer exist. Fails with `wrong-dimension`. */
  save(model: string, entries: readonly { readonly id: number; readonly vector: Float32Array }[]): void {
    const { db } = this.#store;
    const insert = db.prepare(
      `insert or replace into memory_vectors (memory, model, vector)
       select id, @model, @vector from memories where id = @id`,
    );
    this.#store.transact(() => {
      for (const { id, vector } of entries) {
        this.#requireDimension(model, vector.length);
        insert.run({ id, model, vector: packVector(vector) });
      }
    });
  }

  /** Deletes some vectors of models other than this one; false when none are left. */
  dropSomeOthers(model: string, limit: number): boolean {
    const { db } = this.#store;
    return this.#store.transact(() => {
      const other = db.prepare("select model from vector_models where model <> ? limit 1").pluck().get(model);
      if (other === undefined) return false;
      const { changes } = db
        .prepare(
          "delete from memory_vectors where id in (select id from memory_vectors where model = ? limit ?)",
        )
        .run(other, limit);
      if (changes < limit) db.prepare("delete from vector_models where model = ?").run(other);
      return true;
    });
  }

  #requireDimension(model: string, dimension: number): void {
    this.#store.db
      .prepare("insert or ignore into vector_models (model, dimension) values (?, ?)")
      .run(model, dimension);
    const known = this.#store.db
      .prepare("select dimension from vector_models where model = ?")
      .pluck()
      .get(model) as number;
    if (known === dimension) return;
    throw new Failure(
      "wrong-dimension",
      `The embedding model returned ${dimension} numbers where ${known} were expected.`,
      { model, dimension, known },
    );
  }
}
