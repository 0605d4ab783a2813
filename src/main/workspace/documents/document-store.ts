import type { Store } from "../../store/open-store.ts";
import type { DocumentReply } from "./document-messages.ts";
import type { DocumentProblem } from "./document-text.ts";

/** Changes with the way documents are read, so that all of them are read again. */
const FORMAT = 1;

/** Texts of documents by the hash of their bytes, so that each is read once. */
export class DocumentStore {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  get(sha: string): DocumentReply | null {
    const row = this.#store.db
      .prepare<[string, number], Row>(
        `select text, parts, read, cut, problem from document_texts where content_sha256 = ? and format = ?`,
      )
      .get(sha, FORMAT);
    if (!row) return null;
    if (row.text === null) return { problem: row.problem ?? "document-broken" };
    return { document: { text: row.text, parts: row.parts, read: row.read, cut: row.cut === 1 } };
  }

  put(sha: string, reply: DocumentReply): void {
    const { text, parts, read, cut } =
      "document" in reply ? reply.document : { text: null, parts: null, read: null, cut: false };
    const problem = "problem" in reply ? reply.problem : null;
    this.#store.db
      .prepare(
        `insert or replace into document_texts (content_sha256, format, text, parts, read, cut, problem)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(sha, FORMAT, text, parts, read, cut ? 1 : 0, problem);
  }

  /** Drops the texts of documents that no file has any more. */
  clean(): void {
    this.#store.db
      .prepare(
        "delete from document_texts where content_sha256 not in (select content_sha256 from workspace_file_facts)",
      )
      .run();
  }
}

type Row = {
  readonly text: string | null;
  readonly parts: number | null;
  readonly read: number | null;
  readonly cut: number;
  readonly problem: DocumentProblem | null;
};
