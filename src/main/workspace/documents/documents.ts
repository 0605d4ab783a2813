import type { Store } from "../../store/open-store.ts";
import type { DocumentReply } from "./document-messages.ts";
import { DocumentReader, type DocumentReaderOptions } from "./document-reader.ts";
import { DocumentStore } from "./document-store.ts";
import type { DocumentKind } from "#shared/model/document-kind.ts";

/** The texts of a project's documents: PDF, DOCX, XLSX, PPTX. Read once each, then known by hash. */
export class Documents {
  readonly #reader: DocumentReader;
  readonly #texts: DocumentStore;

  constructor(store: Store, options?: DocumentReaderOptions) {
    this.#texts = new DocumentStore(store);
    this.#reader = new DocumentReader(options);
  }

  async read(kind: DocumentKind, bytes: Uint8Array, sha: string): Promise<DocumentReply> {
    const known = this.#texts.get(sha);
    if (known) return known;
    const reply = await this.#reader.read(kind, bytes);
    this.#texts.put(sha, reply);
    return reply;
  }

  /** The text of a document that was read before; null for every other. */
  textOf(sha: string): string | null {
    const known = this.#texts.get(sha);
    return known && "document" in known ? known.document.text : null;
  }

  /** Forgets documents that no file has any more. */
  clean(): void {
    this.#texts.clean();
  }

  close(): Promise<void> {
    return this.#reader.close();
  }
}
