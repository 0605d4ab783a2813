import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { Ids } from "../../base/ids.ts";
import type { Store } from "../../store/open-store.ts";
import { strengthened } from "../recall/decay.ts";
import type { Learning } from "../learn/learning.ts";
import { looseName } from "./loose-name.ts";
import { INITIAL_STRENGTH } from "./initial-strength.ts";

export type Procedure = {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly string[];
  readonly strength: number;
  readonly uses: number;
  readonly usedAt: string;
  readonly origin: Origin;
};

/** Workflows that worked. Learning or recalling one strengthens it. */
export class Procedures {
  readonly #store: Store;
  readonly #ids: Ids;

  constructor(store: Store, ids: Ids) {
    this.#store = store;
    this.#ids = ids;
  }

  /**
   * Returns the ids of new ones. The latest steps replace the old ones, but what came from outside replaces nothing
   * that did not.
   */
  upsert(
    workspace: string,
    found: Learning["procedures"],
    at: Date,
    origin: Origin = "outside",
  ): readonly string[] {
    const time = at.toISOString();
    return this.#store.transact(() =>
      found.flatMap(({ name, steps }) => {
        const known = this.list(workspace).find((other) => looseName(other.name) === looseName(name));
        if (known && origin === "outside" && known.origin !== "outside") return [];
        if (known) {
          this.#store.db
            .prepare("update procedures set steps = ?, origin = ? where id = ?")
            .run(JSON.stringify(steps), lowestOrigin(known.origin, origin), known.id);
          this.use([known.id], at);
          return [];
        }
        const id = this.#ids.next();
        this.#store.db
          .prepare(
            `insert into procedures (id, workspace, key, name, steps, strength, uses, created_at, used_at, origin)
             values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
          )
          .run(
            id,
            workspace,
            looseName(name),
            name.trim(),
            JSON.stringify(steps),
            INITIAL_STRENGTH,
            time,
            time,
            origin,
          );
        return [id];
      }),
    );
  }

  /** By the user, who is its origin from now on. False when a different workflow has this name. */
  rewrite(id: string, name: string, steps: readonly string[]): boolean {
    const { changes } = this.#store.db
      .prepare("update or ignore procedures set key = ?, name = ?, steps = ?, origin = 'you' where id = ?")
      .run(looseName(name), name, JSON.stringify(steps), id);
    return changes > 0;
  }

  use(ids: readonly string[], at: Date): void {
    const read = this.#store.db.prepare<[string]>("select strength from procedures where id = ?").pluck();
    const update = this.#store.db.prepare(
      "update procedures set strength = ?, uses = uses + 1, used_at = ? where id = ?",
    );
    for (const id of ids) {
      const strength = read.get(id) as number | undefined;
      if (strength !== undefined) update.run(strengthened(strength, "accessed"), at.toISOString(), id);
    }
  }

  /** Strongest first. */
  list(workspace: string): readonly Procedure[] {
    return this.#store.db
      .prepare<[string], Omit<Procedure, "steps"> & { steps: string }>(
        `select id, name, steps, strength, uses, used_at as usedAt, origin from procedures
         where workspace = ? order by strength desc, name`,
      )
      .all(workspace)
      .map((row) => ({ ...row, steps: JSON.parse(row.steps) as string[] }));
  }

  remove(ids: readonly string[]): number {
    const remove = this.#store.db.prepare("delete from procedures where id = ?");
    return ids.reduce((sum, id) => sum + remove.run(id).changes, 0);
  }
}
