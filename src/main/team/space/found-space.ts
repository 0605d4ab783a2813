import { randomBytes } from "node:crypto";
import type { Sql } from "postgres";
import type { Ids } from "../../base/ids.ts";
import { migrateServer } from "../schema/migrate-server.ts";
import type { TeamAddress } from "../server/team-address.ts";
import { teamFailure } from "../server/team-failure.ts";
import { connectTo, type TeamServerOptions } from "../server/connect.ts";
import type { TeamMembership } from "./membership.ts";

export type NewSpace = {
  /** A connection of the owner of the database. It is used here and kept nowhere. */
  readonly owner: TeamAddress;
  readonly team: string;
  readonly space: string;
  readonly memberName: string;
};

/** Setting up a database with an index can take longer than a question. */
const SETUP_MS = 120_000;

/**
 * Creates or updates the schema, then a tenant with a login role of its own, a space, and its first owner. The role
 * can do nothing but call the functions of the schema and read what the policies let it.
 */
export const foundSpace = async (
  { owner, team, space, memberName }: NewSpace,
  ids: Ids,
  options: TeamServerOptions = {},
): Promise<TeamMembership> => {
  const sql = connectTo(owner, { ...options, connections: 1, statementMs: SETUP_MS });
  try {
    await migrateServer(sql);
    const [tenantId, spaceId, member] = [ids.next(), ids.next(), ids.next()];
    const secret = newSecret();
    const login = await newLogin(sql, owner, tenantId);
    await sql`select satchel.create_space(${tenantId}, ${team}, ${spaceId}, ${space}, ${member}, ${memberName},
      ${secret})`;
    return { address: login, space: spaceId, spaceName: space, member, memberName, secret, role: "owner" };
  } catch (error) {
    throw teamFailure(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** Only the schema, for a database that has spaces already. */
export const updateServer = async (owner: TeamAddress, options: TeamServerOptions = {}) => {
  const sql = connectTo(owner, { ...options, connections: 1, statementMs: SETUP_MS });
  try {
    return await migrateServer(sql);
  } catch (error) {
    throw teamFailure(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** Secrets of 256 bits, so a plain hash of them can be stored. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

const newLogin = async (sql: Sql, owner: TeamAddress, tenant: string): Promise<TeamAddress> => {
  const user = `satchel_${tenant.replaceAll("-", "").slice(0, 16)}`;
  const password = newSecret();
  // Neither can be a parameter in this statement. Both are letters, digits, - and _ only.
  await sql.unsafe(
    `create role ${user} login nobypassrls nocreatedb nocreaterole nosuperuser password '${password}'
     in role satchel_members`,
  );
  return { ...owner, user, password };
};
