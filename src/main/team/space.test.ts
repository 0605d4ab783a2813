import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomIds } from "../base/ids.ts";
import { connectTo } from "./server/connect.ts";
import { TeamServer } from "./server/team-server.ts";
import { foundSpace } from "./space/found-space.ts";
import { type NewProposal, writeOnce } from "./space/items.ts";
import { listItems, listProposals } from "./space/read-items.ts";
import {
  invite,
  joinSpace,
  listActivity,
  listMembers,
  newJoining,
  removeMember,
  setRole,
} from "./space/members.ts";
import { invitationText, parseInvitation, type TeamMembership } from "./space/membership.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "./test-postgres.ts";

const bin = findPostgres();

describe.skipIf(bin === null)("a team space", () => {
  let postgres: TestPostgres;
  let anna: TeamMembership;
  let server: TeamServer;

  beforeAll(async () => {
    postgres = await startTestPostgres(bin ?? "");
    anna = await foundSpace(
      { owner: postgres.owner, team: "Bakery", space: "Kitchen", memberName: "Anna" },
      randomIds,
    );
    server = new TeamServer(anna.address);
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await postgres.close();
  });

  const join = async (name: string, role: TeamMembership["role"]) => {
    const text = invitationText(await invite(server, anna, role, 7));
    return joinSpace(parseInvitation(text), newJoining(randomIds), name);
  };
  const proposal = (body: string, more: Partial<NewProposal> = {}): NewProposal => ({
    id: randomIds.next(),
    kind: "memory",
    body,
    origin: "you",
    ...more,
  });

  it("lets a member in with an invitation, once", async () => {
    const invitation = await invite(server, anna, "member", 7);
    const ben = await joinSpace(invitation, newJoining(randomIds), "Ben");
    expect(ben).toMatchObject({ space: anna.space, spaceName: "Kitchen", role: "member" });
    await expect(joinSpace(invitation, newJoining(randomIds), "Cat")).rejects.toMatchObject({
      code: "team-invitation",
    });
    expect((await listMembers(server, ben)).map(({ name, role }) => [name, role])).toEqual([
      ["Anna", "owner"],
      ["Ben", "member"],
    ]);
  });

  it("answers the same person again when the first answer was lost", async () => {
    const invitation = await invite(server, anna, "reader", 7);
    const joining = newJoining(randomIds);
    const first = await joinSpace(invitation, joining, "Lena");
    expect(await joinSpace(invitation, joining, "Lena")).toEqual(first);
  });

  it("takes a proposal from a member, and a decision from a reviewer only", async () => {
    const [ben, rita] = [await join("Ben", "member"), await join("Rita", "reviewer")];
    const given = proposal("The oven needs 20 minutes.");
    const client = randomIds.next();
    expect(await writeOnce(server, ben, client, 1, { kind: "propose", proposal: given })).toBe(true);
    const accept = { kind: "accept", acceptance: { proposal: given.id, vectors: [], links: [] } } as const;
    await expect(writeOnce(server, ben, client, 2, accept)).rejects.toMatchObject({
      code: "team-not-allowed",
    });
    expect(
      (await listProposals(server, rita, "waiting")).map(({ body, authorName }) => [body, authorName]),
    ).toEqual([[given.body, "Ben"]]);
    await writeOnce(server, rita, randomIds.next(), 1, accept);
    expect((await listItems(server, ben, ["memory"])).map(({ body, version }) => [body, version])).toEqual([
      [given.body, 1],
    ]);
    await expect(writeOnce(server, anna, randomIds.next(), 1, accept)).rejects.toMatchObject({
      code: "team-decided",
    });
    expect((await listActivity(server, anna)).map(({ what }) => what).slice(0, 2)).toEqual([
      "accepted",
      "proposed",
    ]);
  });

  it("does each numbered write once, and none before the one it follows", async () => {
    const client = randomIds.next();
    const write = { kind: "propose", proposal: proposal("Once.") } as const;
    await expect(writeOnce(server, anna, client, 2, write)).rejects.toMatchObject({
      code: "team-out-of-order",
    });
    expect(await writeOnce(server, anna, client, 1, write)).toBe(true);
    expect(await writeOnce(server, anna, client, 1, write)).toBe(false);
    expect(
      (await listProposals(server, anna, "waiting")).filter(({ body }) => body === "Once."),
    ).toHaveLength(1);
  });

  it("shows a member nobody else's proposals, and a reader none to make", async () => {
    const [ben, rea] = [await join("Ben", "member"), await join("Rea", "reader")];
    await writeOnce(server, anna, randomIds.next(), 1, { kind: "propose", proposal: proposal("Anna's.") });
    expect(await listProposals(server, ben, "waiting")).toEqual([]);
    await expect(
      writeOnce(server, rea, randomIds.next(), 1, { kind: "propose", proposal: proposal("Mine.") }),
    ).rejects.toMatchObject({ code: "team-not-allowed" });
  });

  it("lets nobody in with a secret of their own making, whoever they say they are", async () => {
    const guessed = { ...anna, secret: "guessed" };
    await expect(listItems(server, guessed, ["memory"])).rejects.toMatchObject({ code: "team-not-a-member" });
    const ben = await join("Ben", "reader");
    const asAnna = { ...anna, secret: ben.secret };
    await expect(listItems(server, asAnna, ["memory"])).rejects.toMatchObject({ code: "team-not-a-member" });
  });

  it("lets nobody in who was removed, and keeps an owner", async () => {
    const ben = await join("Ben", "member");
    await removeMember(server, anna, ben.member);
    await expect(listItems(server, ben, ["memory"])).rejects.toMatchObject({ code: "team-not-a-member" });
    await expect(removeMember(server, anna, anna.member)).rejects.toMatchObject({ code: "team-last-owner" });
    await expect(setRole(server, anna, anna.member, "reader")).rejects.toMatchObject({
      code: "team-last-owner",
    });
  });

  it("shows no row to a connection that has entered no space, or a space of its own words", async () => {
    const other = await foundSpace(
      { owner: postgres.owner, team: "Smith", space: "Forge", memberName: "Sam" },
      randomIds,
    );
    const forge = new TeamServer(other.address);
    await writeOnce(forge, other, randomIds.next(), 1, {
      kind: "propose",
      proposal: proposal("Secret of the forge."),
    });
    await forge.close();
    const sql = connectTo(anna.address, { connections: 1 });
    const tables = [
      "items",
      "proposals",
      "members",
      "activity",
      "spaces",
      "tenants",
      "item_versions",
      "item_vectors",
      "item_links",
    ];
    const counts = () =>
      sql.begin(async (each) => {
        const rows = await Promise.all(
          tables.map((table) => each.unsafe(`select count(*)::integer as n from satchel.${table}`)),
        );
        return rows.map(([row]) => Number(row?.["n"]));
      });
    expect(await counts()).toEqual(tables.map(() => 0));
    for (const claim of [
      `set satchel.space = '${other.space}'`,
      `set satchel.tenant = 'x'; set satchel.member = '${other.member}'; set satchel.proof = 'x'`,
    ]) {
      await sql.unsafe(claim);
      expect(await counts()).toEqual(tables.map(() => 0));
    }
    for (const forbidden of [
      "select * from satchel.proof_key",
      "select * from satchel.member_keys",
      "select * from satchel.invitations",
      `select satchel.set_identity('${other.space}', '${other.space}', '${other.member}')`,
      "select satchel.proof_of('a', 'b', 'c')",
      `insert into satchel.items (tenant, space, id) values ('${other.space}', '${other.space}', '${other.space}')`,
      "alter table satchel.items disable row level security",
    ])
      await expect(sql.unsafe(forbidden)).rejects.toMatchObject({ code: "42501" });
    await sql.end();
  });
});
