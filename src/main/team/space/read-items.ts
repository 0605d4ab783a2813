import type { TransactionSql } from "postgres";
import {
  MAX_TEAM_LISTED_CHARS,
  type TeamItem,
  type TeamKind,
  type TeamProposal,
  type TeamVersion,
} from "#shared/model/team.ts";
import { iso, texts } from "../server/columns.ts";
import type { TeamIdentity, TeamServer } from "../server/team-server.ts";

/** Lists have beginnings of texts, so that a space full of large ones is no flood. */
const itemColumns = (sql: TransactionSql, isWhole: boolean) => sql`
  i.id, i.kind, i.state, i.path, i.heading, ${bodyOf(sql, "i", isWhole)}, i.version, i.origin,
  i.for_all as "forAll", i.author, coalesce(m.name, '') as "authorName", ${iso(sql, "i.updated_at")} as "updatedAt"`;

const proposalColumns = (sql: TransactionSql, isWhole: boolean) => sql`
  p.id, p.item, p.base_version as "baseVersion", p.kind, p.path, p.heading, ${bodyOf(sql, "p", isWhole)}, p.origin,
  p.for_all as "forAll", p.place, p.author, coalesce(m.name, '') as "authorName", p.state, p.word,
  ${iso(sql, "p.made_at")} as "madeAt"`;

const bodyOf = (sql: TransactionSql, table: "i" | "p", isWhole: boolean) =>
  isWhole
    ? sql`${sql.unsafe(`${table}.body`)} as body, ${sql.unsafe(`${table}.bytes`)} as bytes, false as "isCut"`
    : sql`left(${sql.unsafe(`${table}.body`)}, ${MAX_TEAM_LISTED_CHARS}) as body,
        ${sql.unsafe(`${table}.bytes`)} as bytes,
        ${sql.unsafe(`${table}.bytes`)} > octet_length(left(${sql.unsafe(`${table}.body`)}, ${MAX_TEAM_LISTED_CHARS}))
          as "isCut"`;

const MAX_LISTED = 1_000;

export const listItems = (
  server: TeamServer,
  me: TeamIdentity,
  kinds: readonly TeamKind[],
): Promise<TeamItem[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamItem[]>`
      select ${itemColumns(sql, false)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author
      where i.kind in (${texts(sql, kinds)}) order by i.updated_at desc, i.id limit ${MAX_LISTED}`,
  );

export const countItems = async (
  server: TeamServer,
  me: TeamIdentity,
  kinds: readonly TeamKind[],
): Promise<number> => {
  const [row] = await server.inSpace(
    me,
    (sql) => sql<{ n: number }[]>`
      select count(*)::integer as n from satchel.items where kind in (${texts(sql, kinds)})`,
  );
  return row?.n ?? 0;
};

/** With its whole text. */
export const readItem = async (
  server: TeamServer,
  me: TeamIdentity,
  item: string,
): Promise<TeamItem | null> => {
  const [found] = await server.inSpace(
    me,
    (sql) => sql<TeamItem[]>`
      select ${itemColumns(sql, true)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author where i.id = ${item}`,
  );
  return found ?? null;
};

export const listProposals = (
  server: TeamServer,
  me: TeamIdentity,
  state: TeamProposal["state"],
): Promise<TeamProposal[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamProposal[]>`
      select ${proposalColumns(sql, false)}
      from satchel.proposals p left join satchel.members m on m.space = p.space and m.id = p.author
      where p.state = ${state} order by p.made_at desc, p.id limit ${MAX_LISTED}`,
  );

export const countProposals = async (server: TeamServer, me: TeamIdentity): Promise<number> => {
  const [row] = await server.inSpace(
    me,
    (sql) => sql<{ n: number }[]>`
      select count(*)::integer as n from satchel.proposals where state = 'waiting'`,
  );
  return row?.n ?? 0;
};

export const ownProposals = (server: TeamServer, me: TeamIdentity): Promise<TeamProposal[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamProposal[]>`
      select ${proposalColumns(sql, false)}
      from satchel.proposals p left join satchel.members m on m.space = p.space and m.id = p.author
      where p.author = ${me.member} order by p.made_at desc, p.id limit ${MAX_LISTED}`,
  );

/** With its whole text, also when it is decided. */
export const readProposal = async (
  server: TeamServer,
  me: TeamIdentity,
  proposal: string,
): Promise<TeamProposal | null> => {
  const [found] = await server.inSpace(
    me,
    (sql) => sql<TeamProposal[]>`
      select ${proposalColumns(sql, true)}
      from satchel.proposals p left join satchel.members m on m.space = p.space and m.id = p.author
      where p.id = ${proposal}`,
  );
  return found ?? null;
};

export type ItemTexts = { readonly base: string; readonly present: TeamItem };

/** For a conflict: the text that a change began with, and the present one. */
export const textsOf = (
  server: TeamServer,
  me: TeamIdentity,
  item: string,
  baseVersion: number,
): Promise<ItemTexts | null> =>
  server.inSpace(me, async (sql) => {
    const [present] = await sql<TeamItem[]>`
      select ${itemColumns(sql, true)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author where i.id = ${item}`;
    const [base] = await sql<{ body: string }[]>`
      select body from satchel.item_versions where item = ${item} and version = ${baseVersion}`;
    return present && base ? { base: base.body, present } : null;
  });

const MAX_VERSIONS = 100;
const MAX_VERSION_CHARS = 100_000;

/** Newest first. */
export const listVersions = (server: TeamServer, me: TeamIdentity, item: string): Promise<TeamVersion[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamVersion[]>`
      select v.version, v.heading, left(v.body, ${MAX_VERSION_CHARS}) as body, v.bytes,
        length(v.body) > ${MAX_VERSION_CHARS} as "isCut", coalesce(m.name, '') as "madeBy",
        ${iso(sql, "v.made_at")} as "madeAt"
      from satchel.item_versions v left join satchel.members m on m.space = v.space and m.id = v.made_by
      where v.item = ${item} order by v.version desc limit ${MAX_VERSIONS}`,
  );

/** Null: that version is not there any more. */
export const versionText = async (
  server: TeamServer,
  me: TeamIdentity,
  item: string,
  version: number,
): Promise<string | null> => {
  const [found] = await server.inSpace(
    me,
    (sql) => sql<{ body: string }[]>`
      select body from satchel.item_versions where item = ${item} and version = ${version}`,
  );
  return found?.body ?? null;
};

/** Everything that is theirs: what they wrote, every text of it, and what they proposed. */
export const exportOwn = (server: TeamServer, me: TeamIdentity) =>
  server.inSpace(me, async (sql) => ({
    items: await sql<TeamItem[]>`
      select ${itemColumns(sql, true)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author
      where i.author = ${me.member} order by i.created_at, i.id`,
    versions: await sql<{ item: string; version: number; heading: string; body: string }[]>`
      select v.item, v.version, v.heading, v.body, ${iso(sql, "v.made_at")} as "madeAt"
      from satchel.item_versions v where v.made_by = ${me.member} order by v.item, v.version`,
    proposals: await sql<{ id: string; kind: TeamKind; body: string; state: string; word: string }[]>`
      select p.id, p.kind, p.heading, p.path, p.body, p.state, p.word, ${iso(sql, "p.made_at")} as "madeAt"
      from satchel.proposals p where p.author = ${me.member} order by p.made_at, p.id`,
  }));
