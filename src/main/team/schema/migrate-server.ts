import type { Sql, TransactionSql } from "postgres";
import { Failure } from "#shared/contract/index.ts";
import { space } from "./0001-space.ts";
import { identity } from "./0002-identity.ts";
import { policies } from "./0003-policies.ts";
import { members } from "./0004-members.ts";
import { writes } from "./0005-writes.ts";
import { sharedWork } from "./0006-shared-work.ts";
import { finding } from "./0007-finding.ts";
import { sealSchema } from "./seal-schema.ts";
import type { ServerMigration } from "./server-migration.ts";

/** In order; the number of a step is its place from 1. */
export const serverMigrations: readonly ServerMigration[] = [
  space,
  identity,
  policies,
  members,
  writes,
  sharedWork,
  finding,
];

/** One at a time per database. */
const LOCK = 7_281_946;

/**
 * Brings the schema on the server up to date, in one transaction: all steps or none. It needs a connection of the
 * owner of the database, and is the only code that has one.
 */
export const migrateServer = async (
  owner: Sql,
  migrations: readonly ServerMigration[] = serverMigrations,
): Promise<{ readonly from: number; readonly to: number }> =>
  owner.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`;
    // Extensions have no schema of their own here: the types and operators must be found on every connection.
    await sql`create extension if not exists vector`;
    await sql`create extension if not exists pg_trgm`;
    await sql`create extension if not exists btree_gin`;
    await sql`create schema if not exists satchel`;
    await sql`
      create table if not exists satchel.schema_steps (
        number integer primary key, name text not null, at timestamptz not null default now()
      )`;
    const from = await versionOf(sql);
    if (from > migrations.length) throw newerSchema(from, migrations.length);
    for (const [index, { name, sql: text }] of migrations.entries()) {
      if (index < from) continue;
      await sql.unsafe(text);
      await sql`insert into satchel.schema_steps (number, name) values (${index + 1}, ${name})`;
    }
    await sealSchema(sql);
    return { from, to: migrations.length };
  });

export const versionOf = async (sql: Sql | TransactionSql): Promise<number> => {
  const [row] = await sql<{ number: number }[]>`
    select coalesce(max(number), 0) as number from satchel.schema_steps`;
  return row?.number ?? 0;
};

export const newerSchema = (there: number, known: number): Failure =>
  new Failure(
    "team-schema-newer",
    `This team space was set up by a newer Satchel (schema ${there}, this version knows ${known}). Update Satchel to use it.`,
    { there, known },
  );
