import type { Origin } from "#shared/model/origin.ts";
import type { Ids } from "../../base/ids.ts";
import type { Store } from "../../store/open-store.ts";
import { faded, graphRule, strengthened } from "../recall/decay.ts";
import type { Learning } from "../learn/learning.ts";
import { looseName } from "./loose-name.ts";
import { INITIAL_STRENGTH } from "./initial-strength.ts";

export type Entity = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly strength: number;
  readonly usedAt: string;
  readonly origin: Origin;
};
export type Relation = {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly target: string;
  readonly confidence: number;
  readonly strength: number;
  readonly usedAt: string;
  readonly origin: Origin;
};

/** What an upsert created; existing rows that were strengthened are not included. */
export type GraphAdded = { readonly entities: readonly string[]; readonly relations: readonly string[] };

const DAY_MS = 86_400_000;

/** Entities and typed relations of a workspace's agents. */
export class Graph {
  readonly #store: Store;
  readonly #ids: Ids;

  constructor(store: Store, ids: Ids) {
    this.#store = store;
    this.#ids = ids;
  }

  /**
   * Names that mean the same are one entity; repeated mentions strengthen it. A row of a higher origin is not changed
   * by a mention of a lower one.
   */
  upsert(
    workspace: string,
    found: Pick<Learning, "entities" | "relations">,
    time: Date,
    origin: Origin = "outside",
  ): GraphAdded {
    const at: Mention = { at: time, origin };
    const added = { entities: [] as string[], relations: [] as string[] };
    this.#store.transact(() => {
      for (const { name, type } of found.entities) this.#entity(workspace, name, type, at, added.entities);
      for (const { from, type, to, confidence } of found.relations) {
        const source = this.#entity(workspace, from, "thing", at, added.entities);
        const target = this.#entity(workspace, to, "thing", at, added.entities);
        if (source === null || target === null || source === target) continue;
        this.#relation({ source, type: relationType(type), target, confidence }, at, added.relations);
      }
    });
    return added;
  }

  entities(workspace: string): readonly Entity[] {
    return this.#store.db
      .prepare<[string], Entity>(
        `select id, name, type, strength, used_at as usedAt, origin from graph_entities
         where workspace = ? order by strength desc, name`,
      )
      .all(workspace);
  }

  relations(workspace: string): readonly Relation[] {
    return this.#store.db
      .prepare<[string], Relation>(
        `select r.id, r.source, r.type, r.target, r.confidence, r.strength, r.used_at as usedAt, r.origin
         from graph_relations r join graph_entities e on e.id = r.source
         where e.workspace = ? order by r.strength desc, r.id`,
      )
      .all(workspace);
  }

  /** Strengthens relations that a turn recalled, or that the user praised, with their ends. */
  strengthen(relations: readonly string[], by: "accessed" | "praised", at: Date): void {
    const ids = new Set([...relations, ...relations.flatMap((id) => this.#endsOf(id))]);
    this.#store.transact(() => {
      for (const table of tables) {
        const update = this.#store.db.prepare(
          `update ${table} set strength = min(1, strength + ?), used_at = ? where id = ?`,
        );
        for (const id of ids) update.run(graphRule[by], at.toISOString(), id);
      }
    });
  }

  /**
   * Weakens what was not used for a day or more, and prunes what faded away. `used_at` advances by the days
   * that were subtracted, so that no day counts twice.
   */
  fade(now: Date): { readonly faded: number; readonly pruned: number } {
    let count = 0;
    let pruned = 0;
    this.#store.transact(() => {
      for (const table of tables) {
        const stale = this.#store.db
          .prepare<[string], { id: string; strength: number; used_at: string }>(
            `select id, strength, used_at from ${table} where used_at <= ?`,
          )
          .all(new Date(now.getTime() - DAY_MS).toISOString());
        const update = this.#store.db.prepare(`update ${table} set strength = ?, used_at = ? where id = ?`);
        for (const { id, strength, used_at } of stale) {
          const days = Math.floor((now.getTime() - Date.parse(used_at)) / DAY_MS);
          const until = new Date(Date.parse(used_at) + days * DAY_MS).toISOString();
          update.run(faded(strength, days), until, id);
        }
        count += stale.length;
        pruned += this.#store.db
          .prepare(`delete from ${table} where strength < ?`)
          .run(graphRule.least).changes;
      }
    });
    return { faded: count, pruned };
  }

  /** An entity with its relations, or one relation. */
  remove(ids: readonly string[]): number {
    return this.#store.transact(() => {
      let removed = 0;
      for (const table of tables) {
        const remove = this.#store.db.prepare(`delete from ${table} where id = ?`);
        for (const id of ids) removed += remove.run(id).changes;
      }
      return removed;
    });
  }

  /** A relation, and its end entities without any other relation. */
  removeRelation(id: string): void {
    this.#store.transact(() => {
      const ends = this.#endsOf(id);
      this.remove([id]);
      for (const end of ends) this.removeLone(end);
    });
  }

  /** An entity without relations. */
  removeLone(id: string): boolean {
    const { changes } = this.#store.db
      .prepare(
        `delete from graph_entities where id = @id and not exists
         (select 1 from graph_relations where source = @id or target = @id)`,
      )
      .run({ id });
    return changes > 0;
  }

  #endsOf(relation: string): readonly string[] {
    const ends = this.#store.db
      .prepare<[string], { source: string; target: string }>(
        "select source, target from graph_relations where id = ?",
      )
      .get(relation);
    return ends ? [ends.source, ends.target] : [];
  }

  #entity(workspace: string, name: string, type: string, mention: Mention, added: string[]): string | null {
    const key = looseName(name);
    if (key === "") return null;
    const known = this.#find(workspace, key);
    if (known) {
      if (isBelow(mention, known)) return known.id;
      this.#use("graph_entities", known, mention.at);
      // The first mention may have been only as one end of a relation.
      if (type !== "thing" && known.type === "thing") {
        this.#store.db.prepare("update graph_entities set type = ? where id = ?").run(type, known.id);
      }
      return known.id;
    }
    const id = this.#ids.next();
    const time = mention.at.toISOString();
    this.#store.db
      .prepare(
        `insert into graph_entities (id, workspace, key, name, type, strength, created_at, used_at, origin)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, workspace, key, name.trim(), type, INITIAL_STRENGTH, time, time, mention.origin);
    added.push(id);
    return id;
  }

  #find(workspace: string, key: string): Known | undefined {
    const same = this.#store.db
      .prepare<[string, string], Known>(
        "select id, key, type, strength, used_at, origin from graph_entities where workspace = ? and key = ?",
      )
      .get(workspace, key);
    if (same || key.length < MIN_LENGTH_FOR_TYPOS) return same;
    return this.#store.db
      .prepare<[string, number], Known>(
        `select id, key, type, strength, used_at, origin from graph_entities
         where workspace = ? and abs(length(key) - ?) <= 1`,
      )
      .all(workspace, key.length)
      .find((other) => isTypo(key, other.key));
  }

  #relation(
    edge: { source: string; type: string; target: string; confidence: number },
    mention: Mention,
    added: string[],
  ): void {
    const { source, type, target, confidence } = edge;
    const known = this.#store.db
      .prepare<[string, string, string], Known>(
        "select id, type as key, type, strength, used_at, origin from graph_relations where source = ? and type = ? and target = ?",
      )
      .get(source, type, target);
    if (known) {
      if (isBelow(mention, known)) return;
      this.#use("graph_relations", known, mention.at);
      this.#store.db
        .prepare("update graph_relations set confidence = max(confidence, ?) where id = ?")
        .run(confidence, known.id);
      return;
    }
    const id = this.#ids.next();
    const time = mention.at.toISOString();
    this.#store.db
      .prepare(
        `insert into graph_relations (id, source, type, target, confidence, strength, created_at, used_at, origin)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, source, type, target, confidence, INITIAL_STRENGTH, time, time, mention.origin);
    added.push(id);
  }

  #use(table: (typeof tables)[number], { id, strength }: Known, at: Date): void {
    this.#store.db
      .prepare(`update ${table} set strength = ?, used_at = ? where id = ?`)
      .run(strengthened(strength, "accessed"), at.toISOString(), id);
  }
}

type Known = {
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly strength: number;
  readonly origin: Origin;
};

type Mention = { readonly at: Date; readonly origin: Origin };

const isBelow = (mention: Mention, { origin }: Known): boolean =>
  mention.origin === "outside" && origin !== "outside";

const tables = ["graph_entities", "graph_relations"] as const;

/** Shorter names that differ by one letter are different names: Anna and Anne. */
const MIN_LENGTH_FOR_TYPOS = 8;

/** `Harbour Bakery` and `Harbor Bakery`: one letter was added, removed or changed, and it is not a digit. */
const isTypo = (a: string, b: string): boolean => {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return left.length <= 1 && right.length <= 1 && !/\p{N}/u.test(left + right);
};

/** `Works at` and `works_at` are the same type. */
const relationType = (type: string) =>
  type
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
