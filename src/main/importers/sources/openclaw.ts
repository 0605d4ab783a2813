import type { Found } from "../found.ts";
import { SECTION_FILES, type SectionTarget } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { JSONL_FILES, type Look } from "../look.ts";
import { parseDailyNotes } from "../../memory/learn/daily-notes.ts";
import { memoryLines } from "../memory-lines.ts";
import { lineWarning, readingOf, wholeJson, wholeText } from "../reading-json.ts";
import { safeName } from "../safe-name.ts";
import type { Part, PartUsage, SourceNode } from "../source-session.ts";
import { openForeignDatabase } from "../../store/open-foreign-database.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const DATABASE = /(?:^|\/)openclaw-agent\.(?:sqlite|db)$/;
/** Also sessions that were reset, and those that were moved into the database. */
const SESSION = /\.jsonl(?:\.(?:reset|imported)[^/]*)?$/;

/** OpenClaw: its home folder, an agent's workspace, or one session. pi writes the same sessions. */
export const openclaw: Importer = {
  source: "openclaw",
  detect: async (look) => {
    const hasLines = (await look.find(JSONL_FILES, ({ lines }) => isHeader(lines[0]))) !== null;
    const hasDatabase = look.has(DATABASE);
    if (hasLines && hasDatabase) return "jsonl+sqlite";
    if (hasLines) return "jsonl";
    if (hasDatabase) return "sqlite";
    return isWorkspace(look) ? "workspace" : null;
  },
  read: async function* (input, reading) {
    const kinds = await readKinds(input, reading);
    yield* readSessions(input, kinds, reading);
    yield* readWorkspace(input, reading);
  },
};

const isHeader = (line: unknown): boolean =>
  isRecord(line) && line.type === "session" && "version" in line && "id" in line;

const isWorkspace = ({ input }: Look): boolean =>
  input.kind === "folder" &&
  input.files.some(({ path }) => path === "AGENTS.md" || path === "SOUL.md") &&
  input.folders.has("memory");

/** Sessions with others, by their keys. */
const readKinds = async ({ files }: SourceFiles, reading: Reading): Promise<ReadonlySet<string>> => {
  const shared = new Set<string>();
  for (const file of files.filter(({ path }) => nameOf(path) === "sessions.json")) {
    const read = await wholeJson(file, reading);
    if (!("value" in read) || !isRecord(read.value)) continue;
    for (const [key, entry] of Object.entries(read.value)) {
      const type = textAt(entry, "chatType");
      if (/:(?:group|channel)(?::|$)/.test(key) || (type !== "" && type !== "direct"))
        shared.add(textAt(entry, "sessionId"));
    }
  }
  return shared;
};

/** A session may be in a file and in the database; each has lines that the other lacks. */
async function* readSessions(
  { files }: SourceFiles,
  shared: ReadonlySet<string>,
  reading: Reading,
): AsyncGenerator<Found> {
  const bySession = new Map<string, SourceFile[]>();
  for (const file of files) {
    if (!SESSION.test(file.path) || /\.deleted[^/]*$/.test(file.path)) continue;
    const id = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i.exec(nameOf(file.path))?.[1] ?? file.path;
    bySession.set(id, [...(bySession.get(id) ?? []), file]);
  }
  for (const database of files.filter(({ path }) => DATABASE.test(path)))
    yield* readDatabase(database, bySession, shared, reading);
  for (const [, some] of bySession) {
    const session = new Session(some[0]?.path ?? "", some[0]?.modifiedAt ?? "");
    for (const file of some) yield* addFile(session, file, reading);
    yield* session.found(shared);
  }
}

async function* readDatabase(
  file: SourceFile,
  bySession: Map<string, SourceFile[]>,
  shared: ReadonlySet<string>,
  reading: Reading,
): AsyncGenerator<Found> {
  if (file.disk === null) return yield { kind: "skipped", what: "database in an archive" };
  const database = await openForeignDatabase(file.disk);
  try {
    if (!database.hasTable("transcript_events"))
      return yield { kind: "warning", code: "unknown-version", file: file.path };
    for (const { session_id: id } of database.all("select distinct session_id from transcript_events")) {
      reading.signal?.throwIfAborted();
      if (typeof id !== "string") continue;
      const session = new Session(file.path, file.modifiedAt);
      for (const other of bySession.get(id) ?? []) yield* addFile(session, other, reading);
      bySession.delete(id);
      const rows = database.rows(
        "select event_json from transcript_events where session_id = ? order by seq",
        id,
      );
      for (const { event_json: json } of rows) {
        const value = typeof json === "string" ? parsedOr(json) : null;
        if (isRecord(value)) session.add(value);
        else yield { kind: "warning", code: "broken-line", file: file.path, detail: id };
      }
      yield* session.found(shared);
    }
  } finally {
    await database.close();
  }
}

async function* addFile(session: Session, file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys: ["type"] })) {
    if (line.kind === "problem") yield lineWarning(file.path, line);
    else if (isRecord(line.value)) session.add(line.value);
  }
}

const FURNITURE = ["model_change", "thinking_level_change", "label", "session_info", "custom"];

/** The lines of one session, each id once. */
class Session {
  readonly #from: string;
  readonly #fileTime: string;
  readonly #nodes = new Map<string, SourceNode>();
  #id = "";
  #startedAt: string | null = null;
  #title = "";
  #left = 0;
  #before: string | null = null;

  constructor(from: string, fileTime: string) {
    this.#from = from;
    this.#fileTime = fileTime;
  }

  add(line: Record<string, unknown>): void {
    const type = textAt(line, "type");
    if (type === "session") {
      this.#id ||= textAt(line, "id");
      this.#startedAt ??= isoOf(line.timestamp);
      return;
    }
    // The first version had no ids: its lines follow each other.
    const id = textAt(line, "id") || `line ${this.#nodes.size}`;
    if (this.#nodes.has(id)) return;
    const hasParent = "parentId" in line;
    if (type === "session_info") this.#title = textAt(line, "name") || this.#title;
    if (FURNITURE.includes(type)) this.#left += 1;
    this.#nodes.set(id, {
      id,
      parentId: hasParent ? textAt(line, "parentId") || null : this.#before,
      time: isoOf(line.timestamp) ?? isoOf(at(line, "message", "timestamp")),
      parts: partsOf(line, type),
    });
    this.#before = id;
  }

  *found(shared: ReadonlySet<string>): Generator<Found> {
    if (this.#left > 0) yield { kind: "skipped", what: FURNITURE.join(", "), count: this.#left };
    if (this.#id === "") return;
    yield {
      kind: "session",
      session: {
        sourceId: this.#id,
        from: this.#from,
        title: this.#title,
        createdAt: this.#startedAt,
        updatedAt: null,
        fileTime: this.#fileTime,
        kind: shared.has(this.#id) ? "group" : "main",
        nodes: [...this.#nodes.values()],
        activeLeaf: null,
        isOrdered: true,
      },
    };
  }
}

const partsOf = (line: Record<string, unknown>, type: string): readonly Part[] => {
  if (type === "compaction") return [{ type: "compaction", summary: textAt(line, "summary") }];
  const message = type === "message" ? at(line, "message") : null;
  const content = at(message, "content");
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : listAt(content);
  const words = () =>
    blocks
      .map((block) => textAt(block, "text"))
      .filter((text) => text !== "")
      .join("\n\n");
  switch (textAt(message, "role")) {
    case "user":
      return [{ type: "text", role: "user", text: words() }];
    case "assistant":
      return answerParts(message, blocks);
    case "toolResult":
      return [
        {
          type: "result",
          callId: textAt(message, "toolCallId") || null,
          name: textAt(message, "toolName"),
          text: words(),
          isError: at(message, "isError") === true,
        },
      ];
    case "bashExecution": {
      const command = textAt(message, "command");
      return [
        { type: "call", callId: null, name: "bash", args: { command } },
        { type: "result", callId: null, name: "bash", text: textAt(message, "output") },
      ];
    }
    default:
      return [];
  }
};

const answerParts = (message: unknown, blocks: readonly unknown[]): readonly Part[] => {
  const model = textAt(message, "model");
  const interrupted = ["aborted", "error"].includes(textAt(message, "stopReason"));
  let usage = usageOf(message);
  const parts: Part[] = [];
  for (const block of blocks) {
    const type = textAt(block, "type");
    if (type === "thinking") parts.push({ type: "reasoning", text: textAt(block, "thinking") });
    else if (type === "text") {
      parts.push({ type: "text", role: "assistant", text: textAt(block, "text"), model, usage });
      usage = undefined;
    } else if (type === "toolCall")
      parts.push({
        type: "call",
        callId: textAt(block, "id") || null,
        name: textAt(block, "name"),
        args: at(block, "arguments") ?? {},
      });
  }
  if (!interrupted) return parts;
  const last = parts.findLastIndex((part) => part.type === "text");
  if (last < 0) return [...parts, { type: "text", role: "assistant", text: "", model, interrupted: true }];
  return parts.map((part, index) =>
    index === last && part.type === "text" ? { ...part, interrupted: true } : part,
  );
};

/** Its `input` leaves out what was cached. */
const usageOf = (message: unknown): PartUsage | undefined => {
  const input = countAt(message, "usage", "input");
  if (input === null) return undefined;
  const cached = countAt(message, "usage", "cacheRead");
  const written = countAt(message, "usage", "cacheWrite") ?? 0;
  return { input: input + (cached ?? 0) + written, cached, output: countAt(message, "usage", "output") };
};

/** The workspace has the layout that Satchel has. */
async function* readWorkspace({ files }: SourceFiles, reading: Reading): AsyncGenerator<Found> {
  const inWorkspace = files.some(({ path }) => path.startsWith("workspace/"));
  for (const file of files) {
    const inner = inWorkspace ? /^workspace\/(.+)$/.exec(file.path)?.[1] : file.path;
    if (inner === undefined || !inner.endsWith(".md")) continue;
    if (inner === "HEARTBEAT.md" || inner === "BOOTSTRAP.md") {
      yield { kind: "skipped", what: inner, why: "runs something on a clock" };
      continue;
    }
    if (inner === "DREAMS.md") {
      yield { kind: "skipped", what: inner, why: "only into a project that has none" };
      continue;
    }
    yield* readNote(file, inner, reading);
  }
}

async function* readNote(file: SourceFile, inner: string, reading: Reading): AsyncGenerator<Found> {
  const from = file.path;
  const target = (Object.keys(SECTION_FILES) as SectionTarget[]).find(
    (each) => SECTION_FILES[each] === inner,
  );
  const note = /^memory\/(.+)$/.exec(inner)?.[1];
  const knowledge = /^knowledge\/(.+)$/.exec(inner)?.[1];
  if (target === undefined && inner !== "MEMORY.md" && note === undefined && knowledge === undefined) return;
  if (file.isHardLink) return yield { kind: "warning", code: "unsafe-path", file: from, detail: "hard link" };
  const read = await wholeText(file, reading);
  if (!read) return;
  const { text } = read;
  const date = /^(\d{4}-\d\d-\d\d)\.md$/.exec(note ?? "")?.[1];
  if (target !== undefined) yield { kind: "section", target, text, from };
  else if (inner === "MEMORY.md") {
    for (const line of memoryLines(text).lines) yield { kind: "memory", ...line, from, target: "memory" };
  } else if (date !== undefined) {
    for (const { kind, text: line } of parseDailyNotes(text))
      yield { kind: "memory", text: line, note: kind, date, heading: "", from, target: "daily" };
  } else
    yield {
      kind: "document",
      path: `knowledge/imports/openclaw/${safeName(inner, "note.md")}`,
      from,
      bytes: file.size,
      content: async () => text,
      role: "knowledge",
    };
}
