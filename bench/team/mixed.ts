import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sql } from "postgres";
import { systemClock } from "../../src/main/base/clock.ts";
import { randomIds } from "../../src/main/base/ids.ts";
import { OpenSpace } from "../../src/main/team/open-space.ts";
import { searchSpace } from "../../src/main/team/search/search-space.ts";
import { TeamServer } from "../../src/main/team/server/team-server.ts";
import { invite, joinSpace, newJoining } from "../../src/main/team/space/members.ts";
import type { TeamMembership } from "../../src/main/team/space/membership.ts";
import { spread } from "./measure.ts";

export type Mixed = {
  readonly seconds: number;
  readonly writes: number;
  readonly searches: number;
  readonly errors: number;
  readonly lost: number;
  readonly twice: number;
  readonly searchMs: string;
};

/** Every third of them decides, the others propose and search, each from an installation of their own. */
export const mixedWork = async (
  owner: Sql,
  anna: TeamMembership,
  vectors: readonly (readonly number[])[],
  { members, seconds }: { readonly members: number; readonly seconds: number },
): Promise<Mixed> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-team-mixed-"));
  const server = new TeamServer(anna.address);
  const people: OpenSpace[] = [];
  for (let n = 0; n < members; n += 1) {
    const invitation = await invite(server, anna, n % 3 === 0 ? "reviewer" : "member", 1);
    people.push(
      new OpenSpace({
        membership: await joinSpace(invitation, newJoining(randomIds), `Person ${n}`),
        outboxFile: join(folder, `${n}.db`),
        filesFile: join(folder, `${n}-files.db`),
        clock: systemClock,
        ids: randomIds,
        // As with 50 computers, each has one connection at work most of the time.
        server: { connections: 1, statementMs: 30_000 },
        onChange: () => {},
      }),
    );
  }
  const acknowledged: string[] = [];
  const searchTimes: number[] = [];
  let errors = 0;
  const until = performance.now() + seconds * 1_000;
  const work = async (open: OpenSpace, n: number) => {
    open.start();
    for (let step = 0; performance.now() < until; step += 1) {
      try {
        const id = randomIds.next();
        const body = `Mixed ${n} ${step}.`;
        open.write({ kind: "propose", proposal: { id, kind: "memory", body, origin: "you" } });
        acknowledged.push(id);
        if (n % 3 === 0) {
          const vector = [...(vectors[(n + step) % vectors.length] ?? [])];
          open.write({ kind: "accept", acceptance: { proposal: id, vectors: [vector], links: [] } });
        }
        const started = performance.now();
        await open.ask((asked) =>
          searchSpace(asked, open.membership, {
            words: ["mixed"],
            text: "",
            vector: vectors[step % vectors.length] ?? null,
            keys: [],
            dictionaries: ["simple"],
            onlyForAll: false,
            limit: 10,
          }),
        );
        searchTimes.push(performance.now() - started);
      } catch (error) {
        errors += 1;
        console.error(String(error));
      }
    }
    await open.flush();
  };
  await Promise.all(people.map(work));
  errors += people.reduce((sum, { outbox }) => sum + outbox.counts().refused + outbox.counts().waiting, 0);
  await Promise.all(people.map((open) => open.close()));
  await server.close();
  rmSync(folder, { recursive: true });
  const there = await owner<{ id: string; n: number }[]>`
    select proposal as id, count(*)::integer as n from satchel.activity where what = 'proposed' and space = ${anna.space}
    group by proposal`;
  const counts = new Map(there.map(({ id, n }) => [id, n]));
  return {
    seconds,
    writes: acknowledged.length,
    searches: searchTimes.length,
    errors,
    lost: acknowledged.filter((id) => !counts.has(id)).length,
    twice: [...counts.values()].filter((n) => n > 1).length,
    searchMs: spread(searchTimes),
  };
};
