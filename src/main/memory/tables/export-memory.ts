import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Store } from "../../store/open-store.ts";
import { randomIds } from "../../base/ids.ts";
import type { Author } from "../../workspace/recorder.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { withOutsideMark } from "#shared/model/origin.ts";
import type { NotedLines } from "../learn/noted-lines.ts";
import { appendedTo, noteLine, parseDailyNotes } from "../learn/daily-notes.ts";
import { isKnown } from "../index/same-text.ts";

/** Tables of memory that exist only in the database, parents before children. */
const tables = [
  "memory_profiles",
  "graph_entities",
  "graph_relations",
  "procedures",
  "recall_events",
  "dream_promotions",
  "memory_pins",
  "learned",
  "offered_messages",
] as const;

const header = z.object({ type: z.literal("satchel-memory"), version: z.literal(1) });
const fileLine = z.object({
  type: z.literal("file"),
  workspace: z.string(),
  path: z.string().regex(/^(?:MEMORY\.md|DREAMS\.md|memory\/(?:archive\/)?[^/\\]+\.md)$/),
  text: z.string(),
});
const rowLine = z.object({
  type: z.literal("row"),
  table: z.enum(tables),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export type Imported = {
  readonly files: number;
  readonly rows: number;
  /** Unusable lines, from 1, with the reason. */
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
};

/** The whole memory, one JSON object per line: the files, and the tables that are in no file. */
export const exportMemory = async (
  store: Store,
  workspace: Workspace,
  folders: readonly string[],
  at: Date,
): Promise<string> => {
  const lines: unknown[] = [{ type: "satchel-memory", version: 1, at: at.toISOString() }];
  for (const folder of folders) {
    const paths = ["MEMORY.md", "DREAMS.md", ...(await workspace.list(folder, "memory"))];
    for (const path of paths) {
      const text = await workspace.readManaged(folder, path);
      if (text !== "") lines.push({ type: "file", workspace: folder, path, text });
    }
  }
  for (const table of tables) {
    for (const row of store.db.prepare(`select * from ${table}`).iterate())
      lines.push({ type: "row", table, row });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
};

/** Lines between two pauses, so that other work gets its turn and a caller can stop it. */
const LINES_PER_BATCH = 200;

export type ImportWatch = {
  readonly signal?: Signal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Everything that is imported is from outside, whatever it says about itself. */
  readonly origins: Pick<NotedLines, "note">;
};

/**
 * Imports an export. A missing file is restored; an existing one gets the lines it does not contain yet.
 * Existing rows stay. A broken line is skipped. When stopped halfway, what was imported stays.
 */
export const importMemory = async (
  store: Store,
  workspace: Workspace,
  folders: readonly string[],
  text: string,
  { signal, onProgress, origins }: ImportWatch,
): Promise<Imported> => {
  const lines = text.split("\n").map((line, index) => ({ line: index + 1, json: line.trim() }));
  const filled = lines.filter(({ json }) => json !== "");
  if (!header.safeParse(parsed(filled[0]?.json ?? "")).success) {
    throw new Failure(
      "not-an-export",
      "This file is not a memory export: its first line is not the header of one.",
    );
  }
  const by: Author = { actor: "import", title: "Imported memory", change: randomIds.next() };
  let files = 0;
  let rows = 0;
  const broken: { line: number; reason: string }[] = [];
  for (const [index, { line, json }] of filled.slice(1).entries()) {
    if (index % LINES_PER_BATCH === 0) {
      onProgress?.(index, filled.length - 1);
      await nextTurn();
      if (signal?.aborted) throw signal.reason;
    }
    const value = parsed(json);
    const file = fileLine.safeParse(value);
    const row = rowLine.safeParse(value);
    try {
      if (file.success && !folders.includes(file.data.workspace)) {
        broken.push({ line, reason: `There is no workspace ${file.data.workspace} here.` });
      } else if (file.success) files += await bringBack(workspace, file.data, by, origins);
      else if (row.success) rows += insert(store, row.data);
      else broken.push({ line, reason: "This line is neither a file nor a row of memory." });
    } catch (error) {
      broken.push({ line, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  onProgress?.(filled.length - 1, filled.length - 1);
  return { files, rows, broken };
};

const bringBack = async (
  workspace: Workspace,
  file: z.output<typeof fileLine>,
  by: Author,
  origins: Pick<NotedLines, "note">,
): Promise<number> => {
  const { path, text } = file;
  const now = await workspace.readManaged(file.workspace, path);
  if (now === text) return 0;
  const known = parseDailyNotes(now).map((note) => note.text);
  const missing = parseDailyNotes(text).filter((note) => !isKnown(note.text, known));
  await origins.note(
    missing.map((note) => note.text),
    "outside",
    { at: new Date() },
  );
  if (now === "") {
    await workspace.write(file.workspace, path, text, undefined, by);
    return 1;
  }
  if (path === "DREAMS.md") return 0;
  if (missing.length === 0) return 0;
  await workspace.append(
    file.workspace,
    path,
    appendedTo(
      now,
      missing.map((note) => withOutsideMark(noteLine(note), "outside")),
    ),
    by,
  );
  return 1;
};

const insert = (store: Store, { table, row: given }: z.output<typeof rowLine>): number => {
  const row: Readonly<Record<string, string | number | null>> = { ...given, ...originColumns(table, given) };
  const columns = (store.db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  // Row numbers belong to this database and mean nothing elsewhere.
  const names = columns.filter((name) => name !== "seq" && Object.hasOwn(row, name));
  if (names.length === 0) throw new Error(`The line has no column of ${table}.`);
  const isEvent = table === "recall_events";
  const values = names.map((name) => row[name]);
  const marks = names.map(() => "?").join(", ");
  const where = isEvent ? `not exists (${sameEvent})` : "true";
  // Existing rows stay; an incomplete row is broken and reported.
  return store.db
    .prepare(
      `insert into ${table} (${names.join(", ")}) select ${marks} where ${where} on conflict do nothing`,
    )
    .run(...values, ...(isEvent ? [row.agent, row.memory, row.query, row.at] : [])).changes;
};

const originColumns = (
  table: string,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  if (/^(?:graph_entities|graph_relations|procedures)$/.test(table)) return { origin: "outside" };
  if (table !== "memory_profiles" || typeof row.document !== "string") return {};
  const document = parsed(row.document);
  const keys = typeof document === "object" && document !== null ? Object.keys(document) : [];
  return { origins: JSON.stringify(Object.fromEntries(keys.map((key) => [key, "outside"]))) };
};

/** Events have no id; the same event imported twice would count twice. */
const sameEvent = "select 1 from recall_events where agent = ? and memory = ? and query = ? and at = ?";

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};
