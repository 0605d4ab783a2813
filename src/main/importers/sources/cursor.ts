import { chainedSession } from "../chained-session.ts";
import { Chain } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import type { SourceFile } from "../input/source-files.ts";
import { lineWarning, readingOf } from "../reading-json.ts";
import type { Part } from "../source-session.ts";
import { type ForeignDatabase, openForeignDatabase } from "../../store/open-foreign-database.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const DATABASE = /(?:^|\/)state\.vscdb$/;
const TRANSCRIPT = /(?:^|\/)agent-transcripts\/(?:.+\/)?([^/]+)\.jsonl$/;

/** Cursor: the database of its window, and transcripts of its agents. The table with access tokens is never read. */
export const cursor: Importer = {
  source: "cursor",
  detect: async (look) => {
    if (look.has(DATABASE)) return look.has(TRANSCRIPT) ? "database+transcripts" : "database";
    return look.has(TRANSCRIPT) ? "transcripts" : null;
  },
  read: async function* ({ files }, reading) {
    const known = new Set<string>();
    for (const file of files.filter(({ path }) => DATABASE.test(path)))
      yield* readDatabase(file, known, reading);
    for (const file of files) {
      const id = TRANSCRIPT.exec(file.path)?.[1];
      // The database has times and calls, so it wins.
      if (id !== undefined && !known.has(id)) yield* readTranscript(file, id, reading);
    }
  },
};

async function* readDatabase(file: SourceFile, known: Set<string>, reading: Reading): AsyncGenerator<Found> {
  if (file.disk === null) return yield { kind: "skipped", what: "database in an archive" };
  const database = await openForeignDatabase(file.disk);
  try {
    if (!database.hasTable("cursorDiskKV"))
      return yield { kind: "warning", code: "unknown-version", file: file.path };
    const archived = archivedIn(database);
    // A range of keys: the table may have gigabytes under other ones.
    const keys = database.all(
      "select key from cursorDiskKV where key >= 'composerData:' and key < 'composerData;'",
    );
    for (const { key } of keys) {
      reading.signal?.throwIfAborted();
      const value = valueAt(database, String(key));
      const id = String(key).slice("composerData:".length);
      if (!isRecord(value)) yield { kind: "warning", code: "empty-row", file: file.path, detail: id };
      else {
        known.add(id);
        yield* readComposer(database, id, value, archived.has(id), file);
      }
    }
  } finally {
    await database.close();
  }
}

const archivedIn = (database: ForeignDatabase): ReadonlySet<string> => {
  if (!database.hasTable("composerHeaders")) return new Set();
  const rows = database.all("select composerId from composerHeaders where isArchived = 1");
  return new Set(rows.map(({ composerId }) => String(composerId)));
};

const valueAt = (database: ForeignDatabase, key: string): unknown => {
  const [row] = database.all("select value from cursorDiskKV where key = ?", key);
  const value = row?.value;
  if (typeof value !== "string" && !Buffer.isBuffer(value)) return null;
  return parsedOr(value.toString());
};

/** The order is that of the headers: rows move when they are written again. */
function* readComposer(
  database: ForeignDatabase,
  id: string,
  composer: Record<string, unknown>,
  archived: boolean,
  file: SourceFile,
): Generator<Found> {
  const chain = new Chain();
  const headers = listAt(composer, "fullConversationHeadersOnly");
  for (const header of headers) {
    const bubbleId = textAt(header, "bubbleId");
    const bubble = valueAt(database, `bubbleId:${id}:${bubbleId}`);
    if (!isRecord(bubble)) {
      yield { kind: "warning", code: "missing-message", file: file.path, detail: bubbleId };
      continue;
    }
    chain.add(bubbleId, isoOf(bubble.createdAt), partsOf(bubble));
  }
  for (const bubble of headers.length > 0 ? [] : listAt(composer, "conversation"))
    chain.add(textAt(bubble, "bubbleId") || null, isoOf(at(bubble, "createdAt")), partsOf(bubble));
  yield chainedSession(file, chain, {
    sourceId: id,
    title: textAt(composer, "name"),
    createdAt: isoOf(composer.createdAt),
    updatedAt: isoOf(composer.lastUpdatedAt) ?? isoOf(composer.createdAt),
    archived,
  });
}

const partsOf = (bubble: unknown): readonly Part[] => {
  const text = textAt(bubble, "text");
  if (at(bubble, "type") === 1) return [{ type: "text", role: "user", text }];
  const parts: Part[] = [{ type: "reasoning", text: textAt(bubble, "thinking", "text") }];
  const input = countAt(bubble, "tokenCount", "inputTokens");
  const usage =
    input === null
      ? undefined
      : { input, cached: null, output: countAt(bubble, "tokenCount", "outputTokens") };
  parts.push({ type: "text", role: "assistant", text, usage });
  const tool = at(bubble, "toolFormerData");
  if (isRecord(tool) && textAt(tool, "name") !== "") {
    const callId = textAt(tool, "toolCallId") || null;
    const name = textAt(tool, "name");
    parts.push({
      type: "call",
      callId,
      name,
      args: parsedOr(textAt(tool, "rawArgs") || textAt(tool, "params") || "{}"),
    });
    const result = textAt(tool, "result");
    if (result !== "")
      parts.push({ type: "result", callId, name, text: result, isError: textAt(tool, "status") === "error" });
  }
  return parts;
};

async function* readTranscript(file: SourceFile, id: string, reading: Reading): AsyncGenerator<Found> {
  const chain = new Chain();
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["role"] })) {
    if (line.kind === "problem") {
      yield lineWarning(file.path, line);
      continue;
    }
    const role = textAt(line.value, "role") === "user" ? "user" : "assistant";
    const words = listAt(line.value, "message", "content").map((each) => textAt(each, "text"));
    const text = words.filter((each) => each !== "").join("\n\n");
    const [, query] = /<user_query>\s*([^]*?)\s*<\/user_query>/.exec(text) ?? [];
    chain.add(null, null, [{ type: "text", role, text: role === "user" ? (query ?? text) : text }]);
  }
  yield chainedSession(file, chain, { sourceId: id, title: "" });
}
