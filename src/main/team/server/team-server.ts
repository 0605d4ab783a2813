import type { Sql, TransactionSql } from "postgres";
import { Failure } from "#shared/contract/index.ts";
import { newerSchema, serverMigrations, versionOf } from "../schema/migrate-server.ts";
import { connectTo, STATEMENT_MS, type TeamServerOptions } from "./connect.ts";
import type { TeamAddress } from "./team-address.ts";
import { teamFailure } from "./team-failure.ts";
import { transaction } from "./transaction.ts";

export type { TeamServerOptions } from "./connect.ts";

/** A member, as the server knows them. The secret was made on this machine and lies in the vault. */
export type TeamIdentity = { readonly space: string; readonly member: string; readonly secret: string };

type Listening = {
  readonly channel: string;
  readonly onChange: () => void;
  unlisten: (() => Promise<void>) | null;
};

/** Beyond the server's own limit: the network has lost it without a word. */
const EXTRA_MS = 5_000;
/** A schema can be changed while this program runs. */
const CHECK_AGAIN_MS = 60_000;

/**
 * A few connections to the server of a team. Everything on it runs in a transaction that has entered the space, so
 * nothing can be read or written in nobody's name. Within one, statements are sent without waiting for each other.
 *
 * A server can also stop answering without closing anything (a cable, a firewall, a suspended machine). Then all
 * connections are ended and made again.
 */
export class TeamServer {
  readonly #address: TeamAddress;
  readonly #options: TeamServerOptions;
  readonly #listening = new Set<Listening>();
  #sql: Sql;
  #checked: { readonly at: number; readonly done: Promise<void> } | null = null;
  #isClosed = false;

  constructor(address: TeamAddress, options: TeamServerOptions = {}) {
    this.#address = address;
    this.#options = options;
    this.#sql = connectTo(address, options);
  }

  /** `maxMs`: the server gives a statement up after this time. `isRead`: nobody waits for the end of the transaction. */
  async inSpace<T>(
    identity: TeamIdentity,
    work: (sql: TransactionSql) => Promise<T>,
    {
      maxMs = this.#statementMs,
      isRead = false,
    }: { readonly maxMs?: number; readonly isRead?: boolean } = {},
  ): Promise<T> {
    const { space, member, secret } = identity;
    return this.#inTime(async () => {
      await this.#check();
      return new Promise<T>((resolve, reject) => {
        const ended = transaction(this.#sql, async (sql) => {
          // Sent now: a query of this driver otherwise waits until somebody waits for it.
          const entered = sql`select satchel.enter(${space}, ${member}, ${secret}),
            set_config('statement_timeout', ${String(maxMs)}, true)`.execute();
          const [, result] = await Promise.all([entered, work(sql)]);
          if (isRead) resolve(result);
          return result;
        });
        ended.then(resolve, reject);
      });
    });
  }

  /** Before anybody has entered: joining with an invitation. */
  async outside<T>(work: (sql: TransactionSql) => Promise<T>): Promise<T> {
    return this.#inTime(async () => {
      await this.#check();
      return transaction(this.#sql, work);
    });
  }

  /** Calls `onChange` after changes in the space, also after a connection was lost and is back. */
  async listen(space: string, onChange: () => void): Promise<{ close(): Promise<void> }> {
    const listening: Listening = { channel: channelOf(space), onChange, unlisten: null };
    await this.#inTime(() => this.#subscribe(listening));
    this.#listening.add(listening);
    return {
      close: async () => {
        this.#listening.delete(listening);
        await Promise.race([listening.unlisten?.().catch(() => {}), soon()]);
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sql.end({ timeout: 1 });
  }

  get #statementMs(): number {
    return this.#options.statementMs ?? STATEMENT_MS;
  }

  async #subscribe(listening: Listening): Promise<void> {
    const { channel, onChange } = listening;
    const meta = await this.#sql.listen(channel, onChange, onChange);
    listening.unlisten = () => meta.unlisten();
  }

  async #inTime<T>(work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#replace();
        reject(new Failure("team-unreachable", "The team's server cannot be reached."));
      }, this.#statementMs + EXTRA_MS);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      throw teamFailure(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Nothing is known about what the old connections did; what waits for them fails. */
  #replace(): void {
    if (this.#isClosed) return;
    const old = this.#sql;
    this.#sql = connectTo(this.#address, this.#options);
    this.#checked = null;
    void old.end({ timeout: 0 }).catch(() => {});
    for (const listening of this.#listening) this.#subscribe(listening).catch(() => {});
  }

  /** From time to time; a server that could not be asked is asked again. */
  #check(): Promise<void> {
    const now = performance.now();
    if (this.#checked && now - this.#checked.at < CHECK_AGAIN_MS) return this.#checked.done;
    const done = transaction(this.#sql, (sql) => versionOf(sql))
      .then((there) => needSchema(there, serverMigrations.length))
      .catch((error: unknown) => {
        this.#checked = null;
        throw error;
      });
    this.#checked = { at: now, done };
    return done;
  }
}

const needSchema = (there: number, known: number): void => {
  if (there > known) throw newerSchema(there, known);
  if (there < known)
    throw new Failure(
      "team-schema-older",
      `This team space has an older form (schema ${there}, this version needs ${known}). Whoever manages the database can bring it up to date with satchel team update.`,
      { there, known },
    );
};

const channelOf = (space: string): string => `satchel_${space.replaceAll("-", "")}`;

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_000).unref());
