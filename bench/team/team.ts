import { parseArgs } from "node:util";
import { randomIds } from "../../src/main/base/ids.ts";
import { connectTo } from "../../src/main/team/server/connect.ts";
import { TeamServer } from "../../src/main/team/server/team-server.ts";
import { foundSpace } from "../../src/main/team/space/found-space.ts";
import { findPostgres, startTestPostgres } from "../../src/main/team/test-postgres.ts";
import { writeSection } from "../results.ts";
import { buildIndex, fill, questionVectors } from "./fill.ts";
import { load, spread } from "./measure.ts";
import { mixedWork } from "./mixed.ts";
import { timeRecalls } from "./recall.ts";
import { recallOf, timeHybrid, timePlain } from "./search.ts";

/** The search of team spaces on a real PostgreSQL, for one number of rows. */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    spaces: { type: "string", default: "50" },
    members: { type: "string", default: "50" },
    seconds: { type: "string", default: "600" },
  },
});
const rows = Number(values.rows);
const bin = findPostgres();
if (bin === null) throw new Error("There is no PostgreSQL with pgvector here.");
const report = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

const postgres = await startTestPostgres(bin, {
  settings: [
    "shared_buffers=2GB",
    "max_connections=250",
    "max_wal_size=8GB",
    "synchronous_commit=off",
    "max_parallel_maintenance_workers=1",
  ],
});
try {
  const owner = connectTo(postgres.owner, { connections: 1, statementMs: 0 });
  const found = async (n: number) =>
    foundSpace(
      { owner: postgres.owner, team: `Team ${n}`, space: `Space ${n}`, memberName: "Anna" },
      randomIds,
    );
  const members = [];
  for (let n = 0; n < Number(values.spaces); n += 1) members.push(await found(n));
  report("spaces are there");
  await fill(owner, members, rows, report);
  report("filled");
  const startLoad = load();
  const built = await buildIndex(owner);
  report(`index: ${built.seconds.toFixed(0)} s`);
  const vectors = questionVectors(100);
  const spaces = members.slice(0, 10).map((me) => ({
    me,
    server: new TeamServer(me.address, { connections: 1, statementMs: 120_000 }),
  }));
  // The first one of each connection reads the index from disk.
  await timeHybrid(spaces, vectors);
  const hybrid = await timeHybrid(spaces, vectors);
  const plain = await timePlain(owner, vectors);
  const { recall, hits } = await recallOf(owner, spaces, vectors);
  report("searched");
  await Promise.all(spaces.map(({ server }) => server.close()));
  const first = members[0];
  if (!first) throw new Error("There is no space.");
  const recalls = await timeRecalls(first, vectors);
  report("recalled");
  const seconds = Number(values.seconds);
  const mixed =
    seconds === 0
      ? null
      : await mixedWork(owner, first, vectors, { members: Number(values.members), seconds });
  await owner.end();
  const lines = [
    `${rows.toLocaleString("en")} shared memories × 384 in ${values.spaces} spaces, PostgreSQL with pgvector on the same machine, durable writes off. Processes that wanted a core: ${startLoad} at the start, ${load()} at the end; times are upper bounds.`,
    "",
    "| | p50 / p95, ms |",
    "| --- | --- |",
    `| hybrid search of one space: words, names, meaning, links, policies | ${spread(hybrid)} |`,
    `| plain pgvector over all rows: no space, no policy, no words | ${spread(plain)} |`,
    "",
    `Nearest ten against an exact search in the space: **${(recall * 100).toFixed(1)} %**, ${hits.toFixed(1)} of 10 hits. The HNSW index took ${built.seconds.toFixed(0)} s to build (m 16, ef 64, one worker more) and has ${built.megabytes.toFixed(0)} MB beside ${built.tableMegabytes.toFixed(0)} MB of vectors.`,
    "",
    "A recall of which the local part takes 20 ms, with a space beside it:",
    "",
    "| server | p50 / p95, ms | answers with the space |",
    "| --- | --- | --- |",
    ...recalls.map(({ kind, ms, withTeam }) => `| ${kind} | ${ms} | ${(withTeam * 100).toFixed(0)} % |`),
    ...(mixed
      ? [
          "",
          `${values.members} members, ${mixed.seconds} s of proposing, accepting and searching at once, each with an outbox of their own: ${mixed.writes.toLocaleString("en")} proposals, ${mixed.searches.toLocaleString("en")} searches (${mixed.searchMs} ms); **errors ${mixed.errors}, lost ${mixed.lost}, twice ${mixed.twice}**.`,
        ]
      : []),
  ];
  writeSection(
    `team-${rows}`,
    `A team space, ${rows.toLocaleString("en")} memories`,
    `node bench/team/team.ts --rows ${rows} --seconds ${seconds}`,
    lines.join("\n"),
  );
} finally {
  await postgres.close();
}
