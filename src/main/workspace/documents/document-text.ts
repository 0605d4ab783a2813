export type DocumentText = {
  /** Each page, sheet or slide under a heading of its own (`# Page 3`); a DOCX under its own headings. */
  readonly text: string;
  /** Pages, sheets or slides; null for a DOCX, which has none until it is printed. */
  readonly parts: number | null;
  /** How many of them are in the text; fewer when a limit was reached. */
  readonly read: number | null;
  /** The text ends before the document does. */
  readonly cut: boolean;
};

/** Larger documents are not opened at all, in bytes. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
/** As much as of a text file; the rest of a document is left out, and that is said. */
export const MAX_DOCUMENT_CHARS = 5 * 1024 * 1024;
/** After this a document is cut where the reader is, in milliseconds. */
export const MAX_READING_MS = 45_000;

/** What keeps a document from being read; the code is stable. */
export type DocumentProblem =
  | "document-encrypted"
  | "document-broken"
  | "document-too-large"
  | "document-too-slow"
  | "document-no-text";

/** Thrown by a reader of documents, and told as a sentence by `problemWarning`. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Collects the text of a document up to its limits. */
export class TextCollector {
  readonly #pieces: string[] = [];
  readonly #until = performance.now() + MAX_READING_MS;
  #chars = 0;
  #cut = false;

  /** False when nothing more is taken. */
  add(piece: string): boolean {
    if (this.#cut) return false;
    const clean = plainText(piece);
    const room = MAX_DOCUMENT_CHARS - this.#chars;
    this.#pieces.push(clean.slice(0, room));
    this.#chars += Math.min(clean.length, room);
    this.#cut = clean.length > room || performance.now() > this.#until;
    return !this.#cut;
  }

  /** Whether the text must end here. */
  get cut(): boolean {
    return this.#cut;
  }

  text(): string {
    return `${this.#pieces.join("\n\n").trim()}\n`;
  }
}

/** Without NUL and other control characters, half surrogate pairs, and long runs of blank lines. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    // oxlint-disable-next-line no-control-regex -- they are what is taken out.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, "")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n");
