import type { FileWarning } from "#shared/contract/project.ts";
import { bytesText, numberText } from "#shared/model/number-text.ts";
import type { DocumentKind } from "#shared/model/document-kind.ts";
import { type DocumentProblem, type DocumentText, MAX_DOCUMENT_CHARS } from "./document-text.ts";

/** Why a document has no text here, as a sentence. */
export const problemMessage = (path: string, problem: DocumentProblem): string =>
  `${path} ${problemReason(problem)}. It is left out of prompts and recall.`;

export const problemReason = (problem: DocumentProblem): string => REASONS[problem];

const REASONS: Readonly<Record<DocumentProblem, string>> = {
  "document-encrypted": "is protected with a password",
  "document-broken": "is damaged, or is not what its name says",
  "document-too-large": "needs more memory than one document may take",
  "document-too-slow": "takes too long to read",
  "document-no-text": "holds no text, only pictures",
};

export const problemWarning = (path: string, problem: DocumentProblem): FileWarning => ({
  code: problem,
  path,
  line: null,
  message: problemMessage(path, problem),
});

export const cutWarning = (path: string, kind: DocumentKind, { parts, read }: DocumentText): FileWarning => ({
  code: "document-cut",
  path,
  line: null,
  message:
    parts === null || read === null
      ? `${path} is longer than ${bytesText(MAX_DOCUMENT_CHARS)} of text. The rest is left out.`
      : `${path} was read up to ${PARTS[kind]} ${numberText(read)} of ${numberText(parts)}. The rest is left out.`,
});

/** Says what a person looks at: the text of a document is not the document. */
export const textNotice = (path: string, kind: DocumentKind, { parts }: DocumentText): FileWarning => ({
  code: "document-text",
  path,
  line: null,
  message: `This is the text of ${path}${partsText(kind, parts)}, as the model reads it. Edit the document in its own program.`,
});

const partsText = (kind: DocumentKind, parts: number | null): string =>
  parts === null ? "" : ` (${numberText(parts)} ${PARTS[kind]}${parts === 1 ? "" : "s"})`;

const PARTS: Readonly<Record<DocumentKind, string>> = {
  pdf: "page",
  docx: "part",
  xlsx: "sheet",
  pptx: "slide",
};
