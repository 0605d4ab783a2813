import type { MessageEntry, SessionEntry } from "#shared/model/session-entry.ts";
import { inSteps } from "../base/in-steps.ts";
import type { Store } from "../store/open-store.ts";

export type SessionHit = {
  readonly session: string;
  readonly message: string;
  readonly excerpt: string;
  readonly timestamp: string;
};

/** Full-text search over messages. Derived from the logs: `mark` shows whether a log has changed since. */
export class SessionSearch {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  markOf(session: string): string | null {
    return this.#rowOf(session)?.mark ?? null;
  }

  /** Messages of the session, on all its branches. */
  countOf(session: string): number {
    return this.#rowOf(session)?.messages ?? 0;
  }

  /** The same for all sessions at once. */
  counts(): ReadonlyMap<string, number> {
    const rows = this.#store.db.prepare("select session, messages from session_logs").raw().all();
    return new Map(rows as [string, number][]);
  }

  /** Replaces the indexed messages of a session. The mark is written last, so an interrupted run is repeated. */
  async index(session: string, mark: string, entries: readonly SessionEntry[]): Promise<void> {
    await this.forget(session);
    await inSteps(saidIn(entries), ROWS_AT_ONCE, (few) => {
      this.#store.transact(() => this.#insert(session, few));
    });
    this.#setMark(session, mark, saidIn(entries).length);
  }

  /** Adds messages that were appended to a log whose earlier ones are indexed. */
  add(session: string, mark: string, entries: readonly SessionEntry[]): void {
    const messages = saidIn(entries);
    const count = this.countOf(session) + messages.length;
    this.#store.transact(() => {
      this.#insert(session, messages);
      this.#setMark(session, mark, count);
    });
  }

  /** Removes a session's messages in small steps. They are no longer found from the first step on. */
  async forget(session: string): Promise<void> {
    const { db } = this.#store;
    db.prepare("delete from session_logs where session = ?").run(session);
    const rows = db.prepare("select row from session_rows where session = ?").pluck().all(session);
    const words = db.prepare("delete from session_fts where rowid = ?");
    const place = db.prepare("delete from session_rows where row = ?");
    await inSteps(rows, ROWS_AT_ONCE, (few) => {
      this.#store.transact(() => {
        for (const row of few) {
          words.run(row);
          place.run(row);
        }
      });
    });
  }

  /** Removes what a killed process was removing or adding. */
  async clearLoose(): Promise<void> {
    const loose = this.#store.db
      .prepare(
        "select distinct session from session_rows where session not in (select session from session_logs)",
      )
      .pluck()
      .all() as string[];
    for (const session of loose) await this.forget(session);
  }

  /** Dropped and built again from the logs. Deleting rows one by one would leave their words in the index. */
  forgetAll(): void {
    this.#store.db.exec(
      `delete from session_logs; delete from session_rows; delete from session_fts;
       insert into session_fts (session_fts) values ('rebuild');`,
    );
  }

  search(query: string, limit: number): readonly SessionHit[] {
    const words = query.normalize("NFKC").match(/[\p{L}\p{N}]+/gu);
    if (!words) return [];
    // Quoted, so that nothing in the query is FTS syntax; the last word may be incomplete.
    const match = words.map((word, at) => `"${word}"${at === words.length - 1 ? "*" : ""}`).join(" ");
    return this.#store.db
      .prepare(
        `select session, message, timestamp, snippet(session_fts, 3, '', '', ' … ', 16) as excerpt
         from session_fts where session_fts match ? and session in (select session from session_logs)
         order by rank limit ?`,
      )
      .all(match, limit) as SessionHit[];
  }

  #rowOf(session: string): { mark: string; messages: number } | undefined {
    return this.#store.db
      .prepare("select mark, messages from session_logs where session = ?")
      .get(session) as { mark: string; messages: number } | undefined;
  }

  #insert(session: string, messages: readonly MessageEntry[]): void {
    const { db } = this.#store;
    const words = db.prepare(
      "insert into session_fts (session, message, timestamp, text) values (?, ?, ?, ?)",
    );
    const place = db.prepare("insert or replace into session_rows (row, session) values (?, ?)");
    for (const { id, timestamp, content } of messages) {
      place.run(words.run(session, id, timestamp, content).lastInsertRowid, session);
    }
  }

  #setMark(session: string, mark: string, messages: number): void {
    this.#store.db
      .prepare("insert or replace into session_logs (session, mark, messages) values (?, ?, ?)")
      .run(session, mark, messages);
  }
}

/** Rows per transaction, a few milliseconds. */
const ROWS_AT_ONCE = 100;

const saidIn = (entries: readonly SessionEntry[]): readonly MessageEntry[] =>
  entries.filter((entry) => entry.type === "message").filter(({ content }) => content !== "");
