import { once } from "node:events";
import type { Sql } from "postgres";
import { randomVector } from "../../src/main/team/test-fill-space.ts";
import type { TeamMembership } from "../../src/main/team/space/membership.ts";

/** Directions that texts are about; texts of one direction are near each other, as those of a subject are. */
const SUBJECTS = 400;
const ROWS_AT_ONCE = 10_000;

/** What is filled past the proposals, as the owner of the database, without the index over vectors. */
export const fill = async (
  owner: Sql,
  spaces: readonly TeamMembership[],
  rows: number,
  report: (line: string) => void,
): Promise<void> => {
  await owner`select setseed(0.16)`;
  await owner`drop index satchel.item_vectors_near`;
  const directions = Array.from({ length: SUBJECTS }, (_, n) => randomVector(n + 1));
  const ids = owner.json(spaces.map(({ space, member }) => ({ space, member })));
  await owner`create table public.teams as
    select (row_number() over () - 1)::integer as n, s.tenant, (row->>'space')::uuid as space,
      (row->>'member')::uuid as member
    from jsonb_array_elements(${ids}) as row join satchel.spaces s on s.id = (row->>'space')::uuid`;
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const to = Math.min(from + ROWS_AT_ONCE, rows) - 1;
    await owner`create table public.made as select n, gen_random_uuid() as id from generate_series(${from}::integer, ${to}::integer) n`;
    await owner`insert into satchel.items
        (tenant, space, id, kind, state, heading, body, origin, dictionary, for_all, author, reviewer)
      select t.tenant, t.space, m.id, 'memory', 'accepted', 'Supplier ' || (m.n % 997), 'The oven number ' || m.n
          || ' bakes rye' || (m.n % 50) || ' bread for customer' || (m.n % 5000)
          || ' every morning, with flour' || (m.n % 300) || ' from the mill and batch' || (m.n % 20000) || '.',
        'you', 'english', m.n % 4 = 0, t.member, t.member
      from public.made m join public.teams t on t.n = m.n % ${spaces.length}`;
    await copyVectors(owner, spaces.length, directions);
    await owner`drop table public.made`;
    if ((to + 1) % 50_000 === 0) report(`${to + 1} rows`);
  }
  await owner`analyze satchel.items`;
  await owner`analyze satchel.item_vectors`;
};

export type Built = { readonly seconds: number; readonly megabytes: number; readonly tableMegabytes: number };

export const buildIndex = async (owner: Sql): Promise<Built> => {
  await owner`set maintenance_work_mem = '3GB'`;
  const started = performance.now();
  await owner`create index item_vectors_near on satchel.item_vectors using hnsw (embedding halfvec_cosine_ops)`;
  const seconds = (performance.now() - started) / 1000;
  const [row] = await owner<{ index: number; whole: number }[]>`
    select pg_relation_size('satchel.item_vectors_near')::float8 / 1048576 as index,
      pg_table_size('satchel.item_vectors')::float8 / 1048576 as whole`;
  return { seconds, megabytes: row?.index ?? 0, tableMegabytes: row?.whole ?? 0 };
};

/** Vectors that questions would have: near what is there, and not the same. */
export const questionVectors = (count: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, n) => near(randomVector(((n * 79) % SUBJECTS) + 1), 10_000_000 + n));

/** The database makes ids, this program makes vectors: that is ten times as fast as in SQL. */
const copyVectors = async (owner: Sql, spaces: number, directions: readonly (readonly number[])[]) => {
  const rows = await owner<{ n: number; id: string; tenant: string; space: string }[]>`
    select m.n, m.id, t.tenant, t.space from public.made m join public.teams t on t.n = m.n % ${spaces}`;
  const into =
    await owner`copy satchel.item_vectors (tenant, space, item, part, embedding) from stdin`.writable();
  for (const { n, id, tenant, space } of rows) {
    const direction = directions[Math.floor(n / spaces) % SUBJECTS] ?? [];
    const line = `${tenant}\t${space}\t${id}\t1\t[${near(direction, n)
      .map((value) => value.toFixed(4))
      .join()}]\n`;
    if (!into.write(line)) await once(into, "drain");
  }
  const ended = once(into, "finish");
  into.end();
  await ended;
};

const near = (direction: readonly number[], seed: number): readonly number[] => {
  const noise = randomVector(seed + 1_000);
  return direction.map((value, index) => value + 0.6 * (noise[index] ?? 0));
};
