import type { TransactionSql } from "postgres";
import type { Origin } from "#shared/model/origin.ts";
import type { TeamItem, TeamKind, TeamProposal, TeamVersion } from "#shared/model/team.ts";
import type { TeamIdentity, TeamServer } from "../server/team-server.ts";
import { iso, texts } from "../server/columns.ts";

/** The text search of PostgreSQL for a language; `simple` for those it has none for. */
export type Dictionary =
  | "simple"
  | "english"
  | "german"
  | "spanish"
  | "french"
  | "russian"
  | "turkish"
  | "arabic"
  | "hindi";

export type NewProposal = {
  readonly id: string;
  readonly item?: string | null;
  readonly baseVersion?: number | null;
  readonly kind: TeamKind;
  readonly path?: string | null;
  readonly heading?: string;
  readonly body: string;
  readonly origin: Origin;
  readonly dictionary?: Dictionary;
  readonly forAll?: boolean;
  readonly place?: string;
};

export type Acceptance = {
  readonly proposal: string;
  /** The reviewer's own text, if it was edited. */
  readonly body?: string;
  readonly heading?: string;
  readonly forAll?: boolean;
  /** Of a merged text: the version it was merged with. */
  readonly baseVersion?: number;
  readonly vectors: readonly (readonly number[])[];
  readonly links: readonly string[];
};

/** What a member does to the space. Plain data, so that it can wait in the outbox. */
export type TeamWrite =
  | { readonly kind: "propose"; readonly proposal: NewProposal }
  | { readonly kind: "accept"; readonly acceptance: Acceptance }
  | { readonly kind: "decline"; readonly proposal: string; readonly word: string }
  | { readonly kind: "retire"; readonly item: string; readonly version: number }
  | { readonly kind: "forget"; readonly item: string };

/** In the transaction that also records its number, so it happens once. */
export const applyWrite = async (sql: TransactionSql, write: TeamWrite): Promise<void> => {
  switch (write.kind) {
    case "propose":
      await sql`select satchel.propose(${sql.json(write.proposal)})`;
      return;
    case "accept":
      await sql`select satchel.accept(${sql.json(write.acceptance)})`;
      return;
    case "decline":
      await sql`select satchel.decline(${write.proposal}, ${write.word})`;
      return;
    case "retire":
      await sql`select satchel.retire(${write.item}, ${write.version})`;
      return;
    case "forget":
      await sql`select satchel.forget(${write.item})`;
      return;
  }
};

/** Whether it was done now; false: it had been done before. Without a write, its number is used up. */
export const writeOnce = (
  server: TeamServer,
  me: TeamIdentity,
  client: string,
  number: number,
  write: TeamWrite | null,
): Promise<boolean> =>
  server.inSpace(me, async (sql) => {
    const [row] = await sql<{ isNew: boolean }[]>`select satchel.once(${client}, ${number}) as "isNew"`;
    if (row?.isNew !== true) return false;
    if (write) await applyWrite(sql, write);
    return true;
  });

const itemColumns = (sql: TransactionSql) => sql`
  i.id, i.kind, i.state, i.path, i.heading, i.body, i.version, i.origin, i.for_all as "forAll", i.author,
  coalesce(m.name, '') as "authorName", ${iso(sql, "i.updated_at")} as "updatedAt"`;

const MAX_LISTED = 1_000;

export const listItems = (
  server: TeamServer,
  me: TeamIdentity,
  kinds: readonly TeamKind[],
): Promise<TeamItem[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamItem[]>`
      select ${itemColumns(sql)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author
      where i.kind in (${texts(sql, kinds)}) order by i.updated_at desc, i.id limit ${MAX_LISTED}`,
  );

export const listProposals = (
  server: TeamServer,
  me: TeamIdentity,
  state: TeamProposal["state"],
): Promise<TeamProposal[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamProposal[]>`
      select p.id, p.item, p.base_version as "baseVersion", p.kind, p.path, p.heading, p.body, p.origin,
        p.for_all as "forAll", p.place, p.author, coalesce(m.name, '') as "authorName", p.state, p.word,
        ${iso(sql, "p.made_at")} as "madeAt"
      from satchel.proposals p left join satchel.members m on m.space = p.space and m.id = p.author
      where p.state = ${state} order by p.made_at desc, p.id limit ${MAX_LISTED}`,
  );

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
      select ${itemColumns(sql)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author where i.id = ${item}`;
    const [base] = await sql<{ body: string }[]>`
      select body from satchel.item_versions where item = ${item} and version = ${baseVersion}`;
    return present && base ? { base: base.body, present } : null;
  });

const MAX_VERSIONS = 100;

/** Newest first. */
export const listVersions = (server: TeamServer, me: TeamIdentity, item: string): Promise<TeamVersion[]> =>
  server.inSpace(
    me,
    (sql) => sql<TeamVersion[]>`
      select v.version, v.heading, v.body, coalesce(m.name, '') as "madeBy", ${iso(sql, "v.made_at")} as "madeAt"
      from satchel.item_versions v left join satchel.members m on m.space = v.space and m.id = v.made_by
      where v.item = ${item} order by v.version desc limit ${MAX_VERSIONS}`,
  );

/** Everything that is theirs: what they wrote, and what they proposed. */
export const exportOwn = (server: TeamServer, me: TeamIdentity) =>
  server.inSpace(me, async (sql) => ({
    items: await sql<TeamItem[]>`
      select ${itemColumns(sql)} from satchel.items i
      left join satchel.members m on m.space = i.space and m.id = i.author
      where i.author = ${me.member} order by i.created_at, i.id`,
    proposals: await sql<{ id: string; kind: TeamKind; body: string; state: string; word: string }[]>`
      select p.id, p.kind, p.heading, p.path, p.body, p.state, p.word from satchel.proposals p
      where p.author = ${me.member} order by p.made_at, p.id`,
  }));
