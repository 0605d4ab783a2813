import type { DocumentKind } from "#shared/model/document-kind.ts";
import type { DocumentProblem, DocumentText } from "./document-text.ts";

/** What a worker is asked to read. */
export type DocumentRequest = { readonly kind: DocumentKind; readonly bytes: Uint8Array };
/** What it found, or why there is nothing. */
export type DocumentReply = { readonly document: DocumentText } | { readonly problem: DocumentProblem };
