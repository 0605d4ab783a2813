import type { Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import { connectTo } from "../server/connect.ts";
import { TeamServer } from "../server/team-server.ts";
import { foundSpace } from "../space/found-space.ts";
import { type NewProposal, writeOnce } from "../space/items.ts";
import type { TeamMembership } from "../space/membership.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "../test-postgres.ts";
import { fillSpace, randomVector } from "../test-fill-space.ts";
import { searchSpace, type TeamQuestion } from "./search-space.ts";

const bin = findPostgres();
describe.skipIf(bin === null)("the search of a space", () => {
  let postgres: TestPostgres;
  let owner: Sql;
  let anna: TeamMembership;
  let server: TeamServer;
  let count = 0;
  const client = randomIds.next();

  beforeAll(async () => {
    postgres = await startTestPostgres(bin ?? "");
    anna = await foundSpace(
      { owner: postgres.owner, team: "Bakery", space: "Kitchen", memberName: "Anna" },
      randomIds,
    );
    server = new TeamServer(anna.address);
    owner = connectTo(postgres.owner, { connections: 1, statementMs: 300_000 });
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await owner.end();
    await postgres.close();
  });

  const share = async (
    body: string,
    more: Partial<NewProposal> & { vectors?: number[][]; links?: string[] } = {},
  ): Promise<string> => {
    const { vectors = [], links = [], ...rest } = more;
    const id = randomIds.next();
    const proposal: NewProposal = { id, kind: "memory", body, origin: "you", ...rest };
    await writeOnce(server, anna, client, (count += 1), { kind: "propose", proposal });
    await writeOnce(server, anna, client, (count += 1), {
      kind: "accept",
      acceptance: { proposal: id, vectors, links },
    });
    return id;
  };
  const ask = async (more: Partial<TeamQuestion>) => {
    const question: TeamQuestion = {
      words: [],
      text: "",
      vector: null,
      keys: [],
      dictionaries: ["simple", "english"],
      onlyForAll: false,
      limit: 10,
      ...more,
    };
    return (await searchSpace(server, anna, question)).map(({ body, list }) => `${list}: ${body}`);
  };

  it("finds by word in the forms of each language, by name, by link and by meaning, in one statement", async () => {
    await share("The ovens are heated at five.", { dictionary: "english" });
    await share("Die Bäckereien öffnen um sechs.", { dictionary: "german" });
    await share("Rye goes to number 7.", { heading: "Café Morgenstern", links: ["cafe morgenstern"] });
    await share("Flour arrives by boat.", { vectors: [randomVector(1), randomVector(2)] });
    expect(await ask({ words: ["oven", "heating"] })).toEqual(["words: The ovens are heated at five."]);
    expect(await ask({ words: ["bäckerei"], dictionaries: ["german"] })).toEqual([
      "words: Die Bäckereien öffnen um sechs.",
    ]);
    expect(await ask({ text: "what goes to cafe morgenstern?" })).toContain("names: Rye goes to number 7.");
    expect(await ask({ keys: ["cafe morgenstern"] })).toEqual(["links: Rye goes to number 7."]);
    expect((await ask({ vector: randomVector(2) }))[0]).toBe("meaning: Flour arrives by boat.");
    // Nothing that is typed is a part of the statement.
    expect(await ask({ words: ["'); drop table satchel.items; --", "a & | !"], text: "'" })).toEqual([]);
  });

  it("gives an agent of the scope shared only what is marked for all", async () => {
    await share("The till code changes on Friday.", { vectors: [randomVector(3)] });
    await share("The till is closed on Sunday.", { vectors: [randomVector(4)], forAll: true });
    expect(await ask({ words: ["till"] })).toHaveLength(2);
    expect(await ask({ words: ["till"], onlyForAll: true })).toEqual([
      "words: The till is closed on Sunday.",
    ]);
    expect(await ask({ vector: randomVector(3), onlyForAll: true })).toEqual([
      "meaning: The till is closed on Sunday.",
    ]);
  });

  it("gives a small space all its hits beside a large one, which it would not without the setting", async () => {
    const large = await foundSpace(
      { owner: postgres.owner, team: "Large", space: "All", memberName: "Lu" },
      randomIds,
    );
    const small = await foundSpace(
      { owner: postgres.owner, team: "Small", space: "Few", memberName: "Sam" },
      randomIds,
    );
    await fillSpace(owner, large, "large", 1_500, 1_000);
    await fillSpace(owner, small, "small", 15, 9_000);
    // So that the planner uses the index for few rows, too.
    await owner`analyze satchel.item_vectors`;
    await owner`alter role all set enable_seqscan = off`;
    const hits = async (asked: TeamServer) =>
      (
        await searchSpace(asked, small, {
          words: [],
          text: "",
          vector: randomVector(20_000),
          keys: [],
          dictionaries: ["simple"],
          onlyForAll: false,
          limit: 10,
        })
      ).length;
    const ours = new TeamServer(small.address);
    expect(await hits(ours)).toBe(10);
    await ours.close();
    const plain = connectTo(small.address, { connections: 1 });
    const counted = await plain.begin(async (sql) => {
      await sql`set local hnsw.iterative_scan = off`;
      // Few rows are found without the index, too; with many, the planner takes it.
      await sql`set local enable_bitmapscan = off`;
      await sql`set local enable_sort = off`;
      await sql`select satchel.enter(${small.space}, ${small.member}, ${small.secret})`;
      return sql`select item from satchel.item_vectors
        order by embedding <=> ${JSON.stringify(randomVector(20_000))}::halfvec(384) limit 10`;
    });
    expect(counted.length).toBeLessThan(10);
    await plain.end();
  }, 120_000);
});
