import { chainedSession } from "../chained-session.ts";
import { Chain } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import type { SourceFile, SourceFiles } from "../input/source-files.ts";
import { memoryLines } from "../memory-lines.ts";
import { wholeText } from "../reading-json.ts";
import type { Part } from "../source-session.ts";
import { type ForeignDatabase, openForeignDatabase } from "../../store/open-foreign-database.ts";
import { isoOf } from "../times.ts";
import { listAt, parsedOr, textAt } from "../values.ts";

const MEMORY = /(?:^|\/)memories\/(MEMORY|USER)\.md$/;
const DATABASE = /(?:^|\/)state\.db$/;

/** Hermes: its home folder, with memories between lines of `§` and conversations in a database. */
export const hermes: Importer = {
  source: "hermes",
  detect: async (look) => {
    const memory = await look.find(MEMORY, ({ text }) => /^§\s*$/m.test(text));
    if (memory) return look.has(DATABASE) ? "memory+sqlite" : "memory";
    const [database] = look.files(DATABASE);
    if (!database?.disk) return null;
    const opened = await openForeignDatabase(database.disk).catch(() => null);
    if (!opened) return null;
    const isIts = opened.hasColumn("messages", "active") && opened.hasColumn("sessions", "parent_session_id");
    await opened.close();
    return isIts ? "sqlite" : null;
  },
  read: async function* (input, reading) {
    for (const file of input.files.filter(({ path }) => DATABASE.test(path)))
      yield* readDatabase(file, reading);
    yield* readMemory(input, reading);
  },
};

async function* readDatabase(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  if (file.disk === null) return yield { kind: "skipped", what: "database in an archive" };
  const database = await openForeignDatabase(file.disk);
  try {
    if (!database.hasColumn("messages", "active"))
      return yield { kind: "warning", code: "unknown-version", file: file.path };
    const columns = "id, source, model, started_at, title, archived, parent_session_id";
    for (const session of database.all(`select ${columns} from sessions order by started_at, id`)) {
      reading.signal?.throwIfAborted();
      yield* readSession(database, session, file);
    }
  } finally {
    await database.close();
  }
}

function* readSession(
  database: ForeignDatabase,
  session: Record<string, unknown>,
  file: SourceFile,
): Generator<Found> {
  const chain = new Chain();
  const sourceId = textAt(session, "id");
  const rows = database.rows("select * from messages where session_id = ? order by id", sourceId);
  for (const row of rows) {
    if (row.active === 0) {
      yield { kind: "skipped", what: "inactive row" };
      continue;
    }
    const role = textAt(row, "role");
    if (role !== "user" && role !== "assistant" && role !== "tool") {
      yield { kind: "skipped", what: role };
      continue;
    }
    chain.add(String(row.id), isoOf(row.timestamp), partsOf(row, role, textAt(session, "model")));
  }
  yield chainedSession(file, chain, {
    sourceId,
    title: textAt(session, "title"),
    createdAt: isoOf(session.started_at),
    archived: session.archived === 1,
  });
}

const partsOf = (
  row: Record<string, unknown>,
  role: "user" | "assistant" | "tool",
  model: string,
): Part[] => {
  const text = textAt(row, "content");
  if (role === "tool")
    return [
      { type: "result", callId: textAt(row, "tool_call_id") || null, name: textAt(row, "tool_name"), text },
    ];
  if (role === "user") return [{ type: "text", role, text }];
  const calls = parsedOr(textAt(row, "tool_calls") || "[]");
  return [
    { type: "reasoning", text: textAt(row, "reasoning") },
    { type: "text", role, text, model },
    ...listAt(calls).map((call): Part => ({
      type: "call",
      callId: textAt(call, "id") || null,
      name: textAt(call, "function", "name"),
      args: parsedOr(textAt(call, "function", "arguments") || "{}"),
    })),
  ];
};

async function* readMemory({ files }: SourceFiles, reading: Reading): AsyncGenerator<Found> {
  for (const file of files) {
    const name = MEMORY.exec(file.path)?.[1];
    const isSoul = file.path === "SOUL.md";
    if (name === undefined && !isSoul) continue;
    if (file.isHardLink) {
      yield { kind: "warning", code: "unsafe-path", file: file.path, detail: "hard link" };
      continue;
    }
    const read = await wholeText(file, reading);
    if (!read) continue;
    if (isSoul) yield { kind: "section", target: "soul", text: read.text, from: file.path };
    else
      for (const line of memoryLines(read.text).lines) {
        const place =
          name === "USER" ? ({ target: "user", off: "behaviour" } as const) : ({ target: "memory" } as const);
        yield { kind: "memory", ...line, from: file.path, ...place };
      }
  }
}
