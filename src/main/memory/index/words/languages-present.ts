import type { Database } from "better-sqlite3";
import type { StemmedLatin } from "./foreign-stop-words.ts";
import type { Language } from "./language.ts";

const LATIN: readonly StemmedLatin[] = ["de", "es", "fr", "tr"];

/** Whether a workspace has a memory in a language. */
export const isLanguagePresent = (db: Database, workspace: string, language: Language): boolean =>
  db
    .prepare("select 1 from memories where workspace = ? and language = ? limit 1")
    .get(workspace, language) !== undefined;

/** The languages, besides English, in which a word in Latin letters may have been indexed. */
export const latinPresent = (db: Database, workspace: string): readonly StemmedLatin[] =>
  LATIN.filter((language) => isLanguagePresent(db, workspace, language));
