import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomIds } from "../base/ids.ts";
import { searchSpace, type TeamQuestion } from "./search/search-space.ts";
import { connectTo } from "./server/connect.ts";
import { TeamServer } from "./server/team-server.ts";
import { foundSpace } from "./space/found-space.ts";
import { listItems, listProposals } from "./space/read-items.ts";
import type { TeamMembership } from "./space/membership.ts";
import { fillSpace, randomVector } from "./test-fill-space.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "./test-postgres.ts";

const bin = findPostgres();
const ROWS = 200;
/** Of each; `SATCHEL_TEAM_QUERIES=10000` for a long run. */
const QUERIES = Number(process.env["SATCHEL_TEAM_QUERIES"] ?? 150);

describe.skipIf(bin === null)("two tenants on one server", () => {
  let postgres: TestPostgres;
  let owner: Sql;
  let tenants: readonly { readonly me: TeamMembership; readonly server: TeamServer; readonly mark: string }[];

  beforeAll(async () => {
    postgres = await startTestPostgres(bin ?? "");
    owner = connectTo(postgres.owner, { connections: 1, statementMs: 300_000 });
    tenants = await Promise.all(
      ["bakery", "forge"].map(async (mark, index) => {
        const me = await foundSpace(
          { owner: postgres.owner, team: mark, space: mark, memberName: mark },
          randomIds,
        );
        await fillSpace(owner, me, mark, ROWS, index * ROWS);
        return { me, mark, server: new TeamServer(me.address) };
      }),
    );
  }, 120_000);
  afterAll(async () => {
    await Promise.all(tenants.map(({ server }) => server.close()));
    await owner.end();
    await postgres.close();
  });

  /** How many rows of others came back, and how many rows in all. */
  const asked = async (queries: number) => {
    let [foreign, all] = [0, 0];
    for (const { me, mark, server } of tenants) {
      for (let seed = 0; seed < queries; seed += 1) {
        const question: TeamQuestion = {
          words: [`word${seed % 50}`, "everybody"],
          text: `name ${seed % 40}`,
          vector: randomVector(seed * 7 + 3),
          keys: [`link ${seed % 30}`],
          dictionaries: ["simple"],
          onlyForAll: seed % 3 === 0,
          limit: 20,
        };
        const found = await searchSpace(server, me, question);
        all += found.length;
        foreign += found.filter(({ body }) => !body.startsWith(mark)).length;
      }
      const listed = [
        ...(await listItems(server, me, ["memory"])),
        ...(await listProposals(server, me, "waiting")),
      ];
      all += listed.length;
      foreign += listed.filter(({ body }) => !body.startsWith(mark)).length;
    }
    return { foreign, all };
  };

  it("see no row of each other, and would without the policies", async () => {
    const guarded = await asked(QUERIES);
    expect(guarded.all).toBeGreaterThan(QUERIES * 20);
    expect(guarded.foreign).toBe(0);
    for (const table of ["items", "item_vectors", "item_links", "proposals"]) {
      await owner.unsafe(`drop policy own_space on satchel.${table}`);
      await owner.unsafe(`create policy everything on satchel.${table} using (true)`);
    }
    expect((await asked(10)).foreign).toBeGreaterThan(0);
  }, 3_600_000);
});
