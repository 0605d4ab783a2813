import { runs } from "./0001-runs.ts";
import { workspaceFiles } from "./0002-workspace-files.ts";
import { sessions } from "./0003-sessions.ts";
import { tokenCounts } from "./0004-token-counts.ts";
import { memoryLife } from "./0005-memory-life.ts";
import { memories } from "./0006-memories.ts";
import { tokenCutTables } from "./0007-token-cut-tables.ts";
import { prefillSpeeds } from "./0008-prefill-speeds.ts";
import { exactCounts } from "./0009-exact-counts.ts";
import { plainVectors } from "./0010-plain-vectors.ts";
import { noteLinks } from "./0011-note-links.ts";
import { documentTexts } from "./0012-document-texts.ts";
import { modelCalls } from "./0013-model-calls.ts";
import { sessionRows } from "./0014-session-rows.ts";
import { runBases } from "./0015-run-bases.ts";
import { origins } from "./0016-origins.ts";
import { searchText } from "./0021-search-text.ts";
import { influence } from "./0017-influence.ts";
import type { Migration } from "./migration.ts";

/**
 * In order, and only ever appended to: the version of a database is the number of migrations that were
 * applied.
 */
export const migrations: readonly Migration[] = [
  runs,
  workspaceFiles,
  sessions,
  tokenCounts,
  memoryLife,
  memories,
  tokenCutTables,
  prefillSpeeds,
  exactCounts,
  plainVectors,
  noteLinks,
  documentTexts,
  modelCalls,
  sessionRows,
  runBases,
  origins,
  searchText,
  influence,
];
