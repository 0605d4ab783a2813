import { createHash } from "node:crypto";
import type { TransactionSql } from "postgres";
import type { Origin } from "#shared/model/origin.ts";
import type { TeamKind } from "#shared/model/team.ts";
import type { TeamIdentity, TeamServer } from "../server/team-server.ts";
import type { Dictionary } from "./dictionary.ts";

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
  /** Where the text of each vector begins, in characters from 1, and how long it is. */
  readonly places?: readonly (readonly [starts: number, chars: number])[];
  readonly links: readonly string[];
};

/** A change of an own proposal that waits. */
export type Revision = {
  readonly proposal: string;
  readonly body?: string;
  readonly heading?: string;
  readonly forAll?: boolean;
  readonly place?: string;
  readonly dictionary?: Dictionary;
};

/** What a member does to the space. Plain data, so that it can wait in the outbox. */
export type TeamWrite =
  | { readonly kind: "propose"; readonly proposal: NewProposal }
  | { readonly kind: "revise"; readonly revision: Revision }
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
    case "revise":
      await sql`select satchel.revise(${sql.json(write.revision)})`;
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
    const digest = write && digestOf(write);
    const [row] = await sql<{ isNew: boolean }[]>`
      select satchel.once(${client}, ${number}, ${digest}) as "isNew"`;
    if (row?.isNew !== true) return false;
    if (write) await applyWrite(sql, write);
    return true;
  });

const digestOf = (write: TeamWrite): string =>
  createHash("sha256").update(JSON.stringify(write)).digest("base64url");
