import { MAX_TEAM_TEXT_BYTES } from "#shared/model/team.ts";
import { iso, texts } from "../server/columns.ts";
import type { TeamIdentity, TeamServer } from "../server/team-server.ts";
import type { CachedFile, TeamCache } from "./team-cache.ts";
import { isTeamPlace } from "./team-place.ts";

const MAX_FILES = 2_000;
const MAX_TOTAL_BYTES = 50 * 1024 * 1024;
/** Of texts that are asked for at once. */
const MAX_BATCH_BYTES = 4 * 1024 * 1024;

type Listed = Omit<CachedFile, "body">;

/**
 * Brings the files of the space to this computer: the list, then only texts that changed. What has no place of a
 * team's file, or goes beyond the limits, is left on the server and counted.
 */
export const syncFiles = async (server: TeamServer, me: TeamIdentity, cache: TeamCache): Promise<boolean> => {
  const listed = await listFiles(server, me);
  const { kept, left } = withinLimits(listed);
  const known = cache.versions();
  const changed = kept.filter(({ item, version, state, forAll }) => {
    const before = known.get(item);
    return before?.version !== version || before.state !== state || (before.forAll === 1) !== forAll;
  });
  const there = new Set(kept.map(({ item }) => item));
  const gone = [...known.keys()].filter((item) => !there.has(item));
  const files: CachedFile[] = [];
  for (const batch of batches(changed)) files.push(...(await withBodies(server, me, batch)));
  cache.apply(files, gone, left);
  return files.length + gone.length > 0;
};

const listFiles = (server: TeamServer, me: TeamIdentity): Promise<Listed[]> =>
  server.inSpace(
    me,
    (sql) => sql<Listed[]>`
      select i.id as item, i.kind, i.path, i.version, i.state, i.bytes, i.origin, i.for_all as "forAll", i.author,
        coalesce(m.name, '') as "authorName", ${iso(sql, "i.updated_at")} as "updatedAt"
      from satchel.items i left join satchel.members m on m.space = i.space and m.id = i.author
      where i.kind in ('file', 'skill') and i.path is not null
      order by i.state, i.updated_at desc, i.id limit ${MAX_FILES + 1_000}`,
  );

const withinLimits = (listed: readonly Listed[]) => {
  const kept: Listed[] = [];
  let bytes = 0;
  for (const file of listed) {
    if (kept.length === MAX_FILES || file.bytes > MAX_TEAM_TEXT_BYTES) continue;
    if (!isTeamPlace(file.kind, file.path) || bytes + file.bytes > MAX_TOTAL_BYTES) continue;
    bytes += file.bytes;
    kept.push(file);
  }
  return { kept, left: listed.length - kept.length };
};

function* batches(files: readonly Listed[]): Generator<readonly Listed[]> {
  let batch: Listed[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && bytes + file.bytes > MAX_BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Of the version that was listed: one that changed in between comes with the next round. */
const withBodies = async (
  server: TeamServer,
  me: TeamIdentity,
  batch: readonly Listed[],
): Promise<readonly CachedFile[]> => {
  const rows = await server.inSpace(
    me,
    (sql) => sql<{ item: string; version: number; body: string }[]>`
      select id as item, version, body from satchel.items
      where id::text in (${texts(
        sql,
        batch.map(({ item }) => item),
      )})`,
  );
  const byItem = new Map(rows.map((row) => [row.item, row]));
  return batch.flatMap((file) => {
    const found = byItem.get(file.item);
    return found?.version === file.version ? [{ ...file, body: found.body }] : [];
  });
};
