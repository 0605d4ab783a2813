import type { Migration } from "./migration.ts";

/**
 * Texts of PDF, DOCX, XLSX and PPTX files by the hash of their bytes, as reading them takes seconds. `text` is null
 * where `problem` says why there is none.
 */
export const documentTexts: Migration = {
  name: "document-texts",
  sql: `
    create table document_texts (
      content_sha256 text primary key,
      format integer not null,
      text text,
      parts integer,
      read integer,
      cut integer not null,
      problem text
    ) strict;
  `,
};
