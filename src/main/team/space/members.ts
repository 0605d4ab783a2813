import { randomBytes } from "node:crypto";
import type { TeamActivity, TeamMember, TeamRole } from "#shared/model/team.ts";
import type { Ids } from "../../base/ids.ts";
import { iso } from "../server/columns.ts";
import { type TeamIdentity, TeamServer, type TeamServerOptions } from "../server/team-server.ts";
import { newSecret } from "./found-space.ts";
import type { Invitation, TeamMembership } from "./membership.ts";

/** A code that works once; the server keeps its hash. */
export const invite = async (
  server: TeamServer,
  me: TeamMembership,
  role: TeamRole,
  days: number,
): Promise<Invitation> => {
  const code = randomBytes(24).toString("base64url");
  await server.inSpace(me, (sql) => sql`select satchel.invite(${code}, ${role}, ${days})`);
  return { address: me.address, code };
};

export type Joining = Pick<TeamMembership, "member" | "secret">;

/** Chosen and stored before the invitation is used: when the answer is lost, the same person can ask again. */
export const newJoining = (ids: Ids): Joining => ({ member: ids.next(), secret: newSecret() });

export const joinSpace = async (
  { address, code }: Invitation,
  { member, secret }: Joining,
  memberName: string,
  options: TeamServerOptions = {},
): Promise<TeamMembership> => {
  const server = new TeamServer(address, { ...options, connections: 1 });
  try {
    const [row] = await server.outside(
      (sql) => sql<{ space: string; space_name: string; role: TeamRole }[]>`
        select space, space_name, role from satchel.join_space(${code}, ${member}, ${memberName}, ${secret})`,
    );
    if (!row) throw new Error("The server answered a join with no row.");
    return {
      address,
      space: row.space,
      spaceName: row.space_name,
      member,
      memberName,
      secret,
      role: row.role,
    };
  } finally {
    await server.close();
  }
};

export const listMembers = (server: TeamServer, me: TeamIdentity): Promise<TeamMember[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamMember[]>`
      select id, name, role, ${iso(sql, "joined_at")} as "joinedAt", ${iso(sql, "left_at")} as "leftAt"
      from satchel.members order by joined_at, id`,
  );

export const setRole = (server: TeamServer, me: TeamIdentity, member: string, role: TeamRole) =>
  server.inSpace(me, (sql) => sql`select satchel.set_role(${member}, ${role})`);

/** Oneself, too: that is leaving. */
export const removeMember = (server: TeamServer, me: TeamIdentity, member: string) =>
  server.inSpace(me, (sql) => sql`select satchel.remove_member(${member})`);

const MAX_ACTIVITY = 200;

/** Newest first. */
export const listActivity = (server: TeamServer, me: TeamIdentity): Promise<TeamActivity[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamActivity[]>`
      select a.id::float8 as id, ${iso(sql, "a.at")} as at, a.member, coalesce(m.name, '') as "memberName", a.what,
        a.item, a.proposal, a.about
      from satchel.activity a left join satchel.members m on m.space = a.space and m.id = a.member
      order by a.id desc limit ${MAX_ACTIVITY}`,
  );
