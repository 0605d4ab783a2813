import type { Sql } from "postgres";
import { searchSpace, type TeamQuestion } from "../../src/main/team/search/search-space.ts";
import type { TeamServer } from "../../src/main/team/server/team-server.ts";
import type { TeamMembership } from "../../src/main/team/space/membership.ts";
import { timed } from "./measure.ts";

const RUNS = 200;
const EXACT_RUNS = 40;

const question = (run: number, vector: readonly number[] | null): TeamQuestion => ({
  words: [`customer${(run * 37) % 5000}`, `flour${run % 300}`, `batch${(run * 91) % 20_000}`],
  text: `What did Supplier ${run % 997} say about batch${(run * 91) % 20_000}?`,
  vector,
  keys: [`supplier ${run % 997}`],
  dictionaries: ["simple", "english"],
  onlyForAll: false,
  limit: 10,
});

type Asked = { readonly me: TeamMembership; readonly server: TeamServer };

/** The product's own search, by turns in different spaces. */
export const timeHybrid = (spaces: readonly Asked[], vectors: readonly (readonly number[])[]) =>
  timed(RUNS, (run) => {
    const { me, server } = spaces[run % spaces.length] as Asked;
    return searchSpace(server, me, question(run, vectors[run % vectors.length] ?? null));
  });

/** Only the index, over all rows: no space, no policy, no words. */
export const timePlain = (owner: Sql, vectors: readonly (readonly number[])[]) =>
  timed(
    RUNS,
    (run) => owner`select item from satchel.item_vectors
      order by embedding <=> ${JSON.stringify(vectors[run % vectors.length])}::halfvec(384) limit 10`,
  );

/** Share of the true ten nearest, and how many hits there are. */
export const recallOf = async (
  owner: Sql,
  spaces: readonly Asked[],
  vectors: readonly (readonly number[])[],
): Promise<{ readonly recall: number; readonly hits: number }> => {
  let [found, wanted, hits] = [0, 0, 0];
  for (let run = 0; run < EXACT_RUNS; run += 1) {
    const { me, server } = spaces[run % spaces.length] as Asked;
    const vector = vectors[run % vectors.length] ?? [];
    const asked = { ...question(run, vector), words: [], text: "", keys: [] };
    const ours = (await searchSpace(server, me, asked)).map(({ id }) => id);
    const exact = await owner.begin(async (sql) => {
      await sql`set local enable_indexscan = off`;
      return sql<{ item: string }[]>`select item from satchel.item_vectors where space = ${me.space}
        order by embedding <=> ${JSON.stringify(vector)}::halfvec(384) limit 10`;
    });
    hits += ours.length;
    wanted += exact.length;
    found += exact.filter(({ item }) => ours.includes(item)).length;
  }
  return { recall: found / Math.max(1, wanted), hits: hits / EXACT_RUNS };
};
