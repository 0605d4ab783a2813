import type { Sql } from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { randomIds } from "../base/ids.ts";
import { connectTo } from "./server/connect.ts";
import { TeamServer } from "./server/team-server.ts";
import { foundSpace } from "./space/found-space.ts";
import { writeOnce } from "./space/items.ts";
import { invite, joinSpace, newJoining } from "./space/members.ts";
import type { TeamMembership } from "./space/membership.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "./test-postgres.ts";

const bin = findPostgres();

/** A member has the login of the team, so they can send any SQL that its role may. */
describe.skipIf(bin === null)("a member who writes SQL by hand", () => {
  let postgres: TestPostgres;
  let anna: TeamMembership;
  let ben: TeamMembership;
  let other: TeamMembership;
  let sql: Sql;

  beforeAll(async () => {
    postgres = await startTestPostgres(bin ?? "");
    const found = (team: string) =>
      foundSpace({ owner: postgres.owner, team, space: team, memberName: "Anna" }, randomIds);
    [anna, other] = [await found("Bakery"), await found("Forge")];
    const server = new TeamServer(anna.address);
    ben = await joinSpace(await invite(server, anna, "member", 7), newJoining(randomIds), "Ben");
    await server.close();
    const forge = new TeamServer(other.address);
    await writeOnce(forge, other, randomIds.next(), 1, {
      kind: "propose",
      proposal: { id: randomIds.next(), kind: "memory", body: "Secret of the forge.", origin: "you" },
    });
    await forge.close();
  }, 120_000);
  beforeEach(() => {
    sql = connectTo(ben.address, { connections: 1 });
  });
  afterEach(() => sql.end());
  afterAll(() => postgres.close());

  it("gets no text of theirs run as the owner of the schema, whatever temporary names hide the types it uses", async () => {
    // A domain of one's own called uuid would be found before the real one, and its check is code.
    await sql.unsafe(`
      create function pg_temp.steal() returns boolean language plpgsql as $$
        begin
          perform set_config('stolen.key', (select encode(key, 'hex') from satchel.proof_key), false);
          return true;
        exception when others then return true;
        end $$;
      ${["uuid", "text", "jsonb", "regconfig", "integer", "int4", "bool", "int8", "bytea", "halfvec"]
        .map(
          (type) =>
            `create domain pg_temp."${type}" as ${type === "halfvec" ? "public" : "pg_catalog"}.${
              type === "integer" ? "int4" : type
            } check (pg_temp.steal());`,
        )
        .join("\n")}`);
    const proposal = {
      id: randomIds.next(),
      kind: "memory",
      body: "x",
      origin: "you",
      baseVersion: 1,
      forAll: true,
    };
    await sql.begin(async (each) => {
      await each`select satchel.enter(${ben.space}, ${ben.member}, ${ben.secret})`;
      await each`select satchel.once(${randomIds.next()}, 1, 'x')`;
      await each`select satchel.propose(${each.json(proposal)})`;
      await each`select count(*) from satchel.items`;
      await each`select satchel.decline(${proposal.id}, '')`;
    });
    const [stolen] = await sql`select current_setting('stolen.key', true) as key`;
    expect(stolen?.["key"] ?? "").toBe("");
  });

  it("finds every function in the hands of a role without rights, and none that looks for temporary names first", async () => {
    const owner = connectTo(postgres.owner, { connections: 1 });
    const functions = await owner<{ name: string; owner: string; path: string; open: boolean }[]>`
      select p.oid::regprocedure::text as name, pg_get_userbyid(proowner) as owner,
        coalesce(array_to_string(proconfig, ';'), '') as path, has_function_privilege('public', p.oid, 'execute') as open
      from pg_proc p where pronamespace = 'satchel'::regnamespace`;
    expect(functions.length).toBeGreaterThan(20);
    for (const each of functions)
      expect(each).toMatchObject({
        owner: each.name.startsWith("satchel.find_") ? "satchel_finder" : "satchel_owner",
        path: "search_path=pg_catalog, pg_temp",
        open: false,
      });
    const roles = await owner`
      select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreaterole from pg_roles
      where rolname in ('satchel_owner', 'satchel_members', 'satchel_finder') order by rolname`;
    const none = { rolsuper: false, rolbypassrls: false, rolcanlogin: false, rolcreaterole: false };
    expect(roles).toEqual([
      { rolname: "satchel_finder", ...none },
      { rolname: "satchel_members", ...none },
      { rolname: "satchel_owner", ...none },
    ]);
    const tables = await owner`
      select relname from pg_class where relnamespace = 'satchel'::regnamespace and relkind = 'r'
        and not (relrowsecurity and relforcerowsecurity)`;
    // Granted to nobody, or without anything of a team.
    expect(tables.map((row) => String(row["relname"])).toSorted()).toEqual([
      "member_keys",
      "proof_key",
      "schema_steps",
    ]);
    await owner.end();
  });
});
