import postgres, { type Sql, type TransactionSql } from "postgres";
import { Failure } from "#shared/contract/index.ts";
import { newerSchema, serverMigrations, versionOf } from "../schema/migrate-server.ts";
import type { TeamAddress } from "./team-address.ts";
import { teamFailure } from "./team-failure.ts";

/** A member, as the server knows them. The secret was made on this machine and lies in the vault. */
export type TeamIdentity = { readonly space: string; readonly member: string; readonly secret: string };

export type TeamServerOptions = {
  /** PEM of the authority that signed the server's certificate, when it is none that this system knows. */
  readonly authority?: string | null;
  readonly connections?: number;
  readonly statementMs?: number;
};

const CONNECT_SECONDS = 5;
const IDLE_SECONDS = 60;
const STATEMENT_MS = 5_000;
const MAX_CONNECTIONS = 3;

/**
 * A few connections to the server of a team. Everything on it runs in a transaction that has entered the space, so
 * nothing can be read or written in nobody's name. Within one, statements are sent without waiting for each other.
 */
export class TeamServer {
  readonly #sql: Sql;
  #checked: Promise<void> | null = null;

  constructor(address: TeamAddress, options: TeamServerOptions = {}) {
    this.#sql = connectTo(address, options);
  }

  async inSpace<T>(identity: TeamIdentity, work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    try {
      await this.#check();
      const { space, member, secret } = identity;
      return (await this.#sql.begin(async (sql) => {
        // Sent now: a query of this driver otherwise waits until somebody waits for it.
        const entered = sql`select satchel.enter(${space}, ${member}, ${secret})`.execute();
        const [, result] = await Promise.all([entered, work(sql)]);
        return result;
      })) as T;
    } catch (error) {
      throw teamFailure(error);
    }
  }

  /** Before anybody has entered: joining with an invitation. */
  async outside<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    try {
      await this.#check();
      return (await this.#sql.begin(work)) as T;
    } catch (error) {
      throw teamFailure(error);
    }
  }

  /** Calls `onChange` after changes in the space, also after a connection was lost and is back. */
  async listen(space: string, onChange: () => void): Promise<{ close(): Promise<void> }> {
    try {
      const listening = await this.#sql.listen(channelOf(space), onChange, onChange);
      return { close: () => listening.unlisten().catch(() => {}) };
    } catch (error) {
      throw teamFailure(error);
    }
  }

  async close(): Promise<void> {
    await this.#sql.end({ timeout: 1 });
  }

  /** Once per server; a server that could not be asked is asked again. */
  #check(): Promise<void> {
    this.#checked ??= this.#sql
      .begin((sql) => versionOf(sql))
      .then((there) => {
        const known = serverMigrations.length;
        if (there > known) throw newerSchema(there, known);
        if (there < known)
          throw new Failure(
            "team-schema-older",
            `This team space has an older form (schema ${there}, this version needs ${known}). Its owner can bring it up to date with satchel team init.`,
            { there, known },
          );
      })
      .catch((error: unknown) => {
        this.#checked = null;
        throw error;
      });
    return this.#checked;
  }
}

/** For a person's role and for an owner's alike. */
export const connectTo = (address: TeamAddress, options: TeamServerOptions = {}): Sql =>
  postgres({
    host: address.host,
    port: address.port,
    database: address.database,
    username: address.user,
    password: address.password,
    ssl: tlsFor(address.host, options.authority ?? null),
    max: options.connections ?? MAX_CONNECTIONS,
    connect_timeout: CONNECT_SECONDS,
    idle_timeout: IDLE_SECONDS,
    max_lifetime: null,
    backoff: (tries) => Math.min(0.2 * 2 ** tries, 10),
    // Rows are read by name; asking for types costs a round trip and lists every type of the server.
    fetch_types: false,
    onnotice: () => {},
    connection: {
      application_name: "satchel",
      statement_timeout: options.statementMs ?? STATEMENT_MS,
      lock_timeout: 3_000,
      idle_in_transaction_session_timeout: 30_000,
      // Its compiler takes longer than any statement here.
      jit: "off",
      // Policies filter after the index: without it a small team gets fewer hits than it has, and no word of it.
      "hnsw.iterative_scan": "strict_order",
    },
  });

const channelOf = (space: string): string => `satchel_${space.replaceAll("-", "")}`;

/** Beyond this machine the server proves who it is, always. */
const tlsFor = (host: string, authority: string | null) => {
  if (isLoopbackHost(host)) return authority === null ? false : { ca: authority, rejectUnauthorized: true };
  return { rejectUnauthorized: true, servername: host, ...(authority === null ? {} : { ca: authority }) };
};

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
