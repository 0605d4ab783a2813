import type { Store } from "../../store/open-store.ts";
import { conceptTags } from "./concept-tags.ts";
import type { RecallEvent } from "../dream/score-dream.ts";

/** Which memories real turns recalled, per agent; an agent never sees another agent's signals. */
export class RecallSignals {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The hits of one real turn, best first. */
  record(agent: string, query: string, memories: readonly string[], at: Date): void {
    if (memories.length === 0) return;
    const insert = this.#store.db.prepare(
      "insert into recall_events (agent, memory, query, score, at) values (?, ?, ?, ?, ?)",
    );
    this.#store.transact(() => {
      for (const [index, memory] of memories.entries()) {
        insert.run(agent, memory, query, 1 / (index + 1), at.toISOString());
      }
    });
  }

  /** Every event of an agent, by memory. */
  byMemory(agent: string): ReadonlyMap<string, readonly RecallEvent[]> {
    const rows = this.#store.db
      .prepare<[string], RecallEvent>(
        "select memory, query, score, at from recall_events where agent = ? order by seq",
      )
      .all(agent);
    return Map.groupBy(rows, ({ memory }) => memory);
  }

  countSince(agent: string, since: Date): number {
    return this.#store.db
      .prepare<[string, string]>("select count(*) from recall_events where agent = ? and at >= ?")
      .pluck()
      .get(agent, since.toISOString()) as number;
  }

  /** Tags of the recalled memories, each counted once per hit, most frequent first. */
  topTagsSince(
    agent: string,
    since: Date,
    limit: number,
    textOf: (memory: string) => string | null,
  ): readonly (readonly [string, number])[] {
    const rows = this.#store.db
      .prepare<[string, string], { memory: string; hits: number }>(
        "select memory, count(*) as hits from recall_events where agent = ? and at >= ? group by memory",
      )
      .all(agent, since.toISOString());
    const counts = new Map<string, number>();
    for (const { memory, hits } of rows) {
      for (const tag of conceptTags(textOf(memory) ?? "")) counts.set(tag, (counts.get(tag) ?? 0) + hits);
    }
    return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
  }

  /** Rows are added and removed, never changed: their backup relies on it. */
  redact(text: string, mark: string): void {
    this.#store.transact(() => {
      this.#store.db
        .prepare(
          `insert into recall_events (agent, memory, query, score, at)
           select agent, memory, replace(query, @text, @mark), score, at from recall_events
           where instr(query, @text) order by seq`,
        )
        .run({ text, mark });
      this.#store.db.prepare("delete from recall_events where instr(query, ?)").run(text);
    });
  }

  /** Removes the events of a forgotten memory, for every agent. */
  forget(memory: string): number {
    return this.#store.db.prepare("delete from recall_events where memory = ?").run(memory).changes;
  }
}
