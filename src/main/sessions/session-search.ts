import type { SessionEntry } from "#shared/model/session-entry.ts";
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

  /** Replaces the indexed messages of a session. */
  index(session: string, mark: string, entries: readonly SessionEntry[]): void {
    const { db } = this.#store;
    const insert = db.prepare(
      "insert into session_fts (session, message, timestamp, text) values (?, ?, ?, ?)",
    );
    const messages = entries
      .filter((entry) => entry.type === "message")
      .filter(({ content }) => content !== "");
    db.transaction(() => {
      this.#clear(session);
      for (const { id, timestamp, content } of messages) insert.run(session, id, timestamp, content);
      db.prepare("insert into session_logs (session, mark, messages) values (?, ?, ?)").run(
        session,
        mark,
        messages.length,
      );
    })();
  }

  forget(session: string): void {
    this.#store.db.transaction(() => this.#clear(session))();
  }

  /** Dropped and built again from the logs. Deleting rows one by one would leave their words in the index. */
  forgetAll(): void {
    this.#store.db.exec(
      "delete from session_logs; delete from session_fts; insert into session_fts (session_fts) values ('rebuild');",
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
         from session_fts where session_fts match ? order by rank limit ?`,
      )
      .all(match, limit) as SessionHit[];
  }

  #rowOf(session: string): { mark: string; messages: number } | undefined {
    return this.#store.db
      .prepare("select mark, messages from session_logs where session = ?")
      .get(session) as { mark: string; messages: number } | undefined;
  }

  #clear(session: string): void {
    this.#store.db.prepare("delete from session_fts where session = ?").run(session);
    this.#store.db.prepare("delete from session_logs where session = ?").run(session);
  }
}
