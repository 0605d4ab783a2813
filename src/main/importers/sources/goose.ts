import { Chain } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { nameOf, type SourceFile } from "../input/source-files.ts";
import { JSONL_FILES } from "../look.ts";
import { lineWarning, readingOf, wholeText } from "../reading-json.ts";
import type { Part } from "../source-session.ts";
import { openForeignDatabase } from "../../store/open-foreign-database.ts";
import { isoOf } from "../times.ts";
import { at, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const DATABASE = /(?:^|\/)sessions\.db$/;
const MEMORY = /(?:^|\/)[^/]+\.txt$/;

/** goose: its database of sessions, older sessions as lines, its memory folder. */
export const goose: Importer = {
  source: "goose",
  detect: async (look) => {
    const [database] = look.files(DATABASE);
    if (database?.disk) {
      const opened = await openForeignDatabase(database.disk).catch(() => null);
      const isIts = opened?.hasColumn("messages", "content_json") === true;
      await opened?.close();
      if (isIts) return "database";
    }
    if (await look.find(JSONL_FILES, ({ lines }) => lines[0] !== undefined && "working_dir" in lines[0]))
      return "jsonl";
    if (look.input.kind !== "folder" || look.input.files.some(({ path }) => !MEMORY.test(path))) return null;
    return (await look.find(MEMORY, ({ text }) => /^# \S/.test(text))) ? "memory" : null;
  },
  read: async function* ({ files, kind }, reading) {
    const isMemory = kind === "folder" && files.every(({ path }) => MEMORY.test(path));
    for (const file of files) {
      if (DATABASE.test(file.path)) yield* readDatabase(file, reading);
      else if (JSONL_FILES.test(file.path)) yield* readLines(file, reading);
      else if (MEMORY.test(file.path) && (isMemory || /(?:^|\/)memory\//.test(file.path)))
        yield* readMemory(file, reading);
    }
  },
};

async function* readDatabase(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  if (file.disk === null) return yield { kind: "skipped", what: "database in an archive" };
  const database = await openForeignDatabase(file.disk);
  try {
    if (!database.hasColumn("messages", "content_json"))
      return yield { kind: "warning", code: "unknown-version", file: file.path };
    const columns = "id, name, description, session_type, created_at, updated_at";
    for (const session of database.all(`select ${columns} from sessions order by id`)) {
      reading.signal?.throwIfAborted();
      const chain = new Chain();
      const rows = database.all(
        "select * from messages where session_id = ? order by id",
        textAt(session, "id"),
      );
      for (const row of rows) {
        if (at(parsedOr(textAt(row, "metadata_json")), "userVisible") === false) {
          yield { kind: "skipped", what: "not for the person" };
          continue;
        }
        const parts = partsOf(textAt(row, "role"), parsedOr(textAt(row, "content_json")));
        chain.add(textAt(row, "message_id") || String(row.id), isoOf(row.created_timestamp), parts);
      }
      const isUser = textAt(session, "session_type") === "user";
      // A row of a helper may have no message at all; it is offered, and counted.
      if (!isUser && chain.nodes.length === 0)
        yield { kind: "skipped", what: `${textAt(session, "session_type")} session` };
      else
        yield sessionOf(
          textAt(session, "id"),
          textAt(session, "name") || textAt(session, "description"),
          chain,
          file,
          {
            // SQLite's own times are in UTC.
            createdAt: isoOf(`${textAt(session, "created_at")}Z`),
            updatedAt: isoOf(`${textAt(session, "updated_at")}Z`),
            isUser,
          },
        );
    }
  } finally {
    await database.close();
  }
}

async function* readLines(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  const chain = new Chain();
  let title = "";
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["role", "working_dir"] })) {
    if (line.kind === "problem") yield lineWarning(file.path, line);
    else if (isRecord(line.value)) {
      const { value } = line;
      if ("working_dir" in value && !("role" in value))
        title = textAt(value, "description").replaceAll(/\s+/g, " ");
      else chain.add(null, isoOf(value.created), partsOf(textAt(value, "role"), value.content));
    }
  }
  const id = nameOf(file.path).replace(/\.jsonl$/i, "");
  yield sessionOf(id, title, chain, file, { createdAt: null, updatedAt: null, isUser: true });
}

const sessionOf = (
  sourceId: string,
  title: string,
  chain: Chain,
  file: SourceFile,
  about: { readonly createdAt: string | null; readonly updatedAt: string | null; readonly isUser: boolean },
): Found => ({
  kind: "session",
  session: {
    sourceId,
    from: file.path,
    title,
    createdAt: about.createdAt,
    updatedAt: about.updatedAt,
    fileTime: file.modifiedAt,
    kind: "main",
    nodes: chain.nodes,
    activeLeaf: chain.last,
    isOrdered: true,
    ...(!about.isUser && { off: "subagent" as const }),
  },
});

const partsOf = (role: string, content: unknown): readonly Part[] =>
  listAt(content).flatMap((block): Part[] => {
    switch (textAt(block, "type")) {
      case "text":
        return [{ type: "text", role: role === "user" ? "user" : "assistant", text: textAt(block, "text") }];
      case "thinking":
        return [{ type: "reasoning", text: textAt(block, "thinking") }];
      case "toolRequest":
        return [
          {
            type: "call",
            callId: textAt(block, "id") || null,
            name: textAt(block, "toolCall", "value", "name"),
            args: at(block, "toolCall", "value", "arguments") ?? {},
          },
        ];
      case "toolResponse": {
        const value = at(block, "toolResult", "value");
        // Newer versions have the contents in an object, older ones as the value itself.
        const contents = Array.isArray(value) ? listAt(value) : listAt(value, "content");
        const text = contents.map((each) => textAt(each, "text")).filter((each) => each !== "");
        const failed = textAt(block, "toolResult", "status") === "error" || at(value, "isError") === true;
        const said = text.join("\n\n") || textAt(block, "toolResult", "error");
        return [
          { type: "result", callId: textAt(block, "id") || null, name: "tool", text: said, isError: failed },
        ];
      }
      default:
        return [];
    }
  });

/** Blocks between blank lines; the first line may name tags. */
async function* readMemory(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  const read = file.isHardLink ? null : await wholeText(file, reading);
  for (const block of (read?.text ?? "").split(/\r?\n[ \t]*\r?\n/)) {
    const lines = block.split(/\r?\n/).filter((line) => line.trim() !== "");
    const text = (lines[0]?.startsWith("# ") ? lines.slice(1) : lines).join(" ").trim();
    if (text !== "")
      yield {
        kind: "memory",
        text,
        date: null,
        heading: nameOf(file.path).replace(/\.txt$/i, ""),
        from: file.path,
        target: "memory",
      };
  }
}
