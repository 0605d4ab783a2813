import { chainedSession } from "../chained-session.ts";
import { Chain } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { JSON_FILES } from "../look.ts";
import { wholeJson } from "../reading-json.ts";
import type { Part, PartUsage } from "../source-session.ts";
import { openForeignDatabase } from "../../store/open-foreign-database.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const DATABASE = /(?:^|\/)opencode(?:-[^/]+)?\.db$/;
const STORED = /(?:^|\/)session\/[^/]+\/(ses_[^/]+)\.json$/;

/** opencode: an exported session, its storage folder, or its database. */
export const opencode: Importer = {
  source: "opencode",
  detect: async (look) => {
    const isExport = await look.find(JSON_FILES, ({ objects }) =>
      objects.some(
        (each) => isRecord(each.info) && listAt(each, "messages").some((one) => isRecord(at(one, "info"))),
      ),
    );
    if (isExport) return "export";
    if (look.has(STORED)) return "storage";
    return look.has(DATABASE) ? "database" : null;
  },
  read: async function* (input, reading) {
    for (const file of input.files) {
      if (DATABASE.test(file.path)) yield* readDatabase(file, reading);
      else if (STORED.test(file.path)) yield* readStored(file, input, reading);
      else if (input.kind === "file" || /(?:^|\/)export\//.test(file.path)) yield* readExport(file, reading);
    }
  },
};

/** Parts are in the order of their ids. */
type Message = { readonly info: unknown; readonly parts: readonly unknown[] };

async function* readExport(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  if (!JSON_FILES.test(file.path)) return;
  const read = await wholeJson(file, reading);
  if ("warning" in read) return yield read.warning;
  const messages = listAt(read.value, "messages").map((each) => ({
    info: at(each, "info"),
    parts: listAt(each, "parts"),
  }));
  if (isRecord(at(read.value, "info"))) yield sessionOf(at(read.value, "info"), messages, file);
}

async function* readStored(
  file: SourceFile,
  { files }: SourceFiles,
  reading: Reading,
): AsyncGenerator<Found> {
  const root = file.path.slice(0, file.path.lastIndexOf("session/"));
  const id = STORED.exec(file.path)?.[1] ?? "";
  const info = await wholeJson(file, reading);
  if ("warning" in info) return yield info.warning;
  const messages: Message[] = [];
  for (const each of files.filter(({ path }) => path.startsWith(`${root}message/${id}/`))) {
    const message = await wholeJson(each, reading);
    if ("warning" in message) {
      yield message.warning;
      continue;
    }
    const folder = `${root}part/${nameOf(each.path).replace(/\.json$/, "")}/`;
    const parts: unknown[] = [];
    for (const part of files.filter(({ path }) => path.startsWith(folder))) {
      const read = await wholeJson(part, reading);
      if ("warning" in read) yield read.warning;
      else parts.push(read.value);
    }
    messages.push({ info: message.value, parts });
  }
  yield sessionOf(info.value, messages, file);
}

async function* readDatabase(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  if (file.disk === null) return yield { kind: "skipped", what: "database in an archive" };
  const database = await openForeignDatabase(file.disk);
  try {
    const isKnown = ["session", "message", "part"].every((table) => database.hasTable(table));
    if (!isKnown) return yield { kind: "warning", code: "unknown-version", file: file.path };
    for (const row of database.all("select * from session order by time_created, id")) {
      reading.signal?.throwIfAborted();
      const messages = database
        .all("select id, data from message where session_id = ? order by time_created, id", textAt(row, "id"))
        .map(({ id, data }) => ({
          info: { ...(parsedOr(String(data)) as object), id },
          parts: database
            .all("select data from part where message_id = ? order by id", String(id))
            .map((part) => parsedOr(String(part.data))),
        }));
      const { id, title, parent_id: parentID } = row;
      const time = { created: row.time_created, updated: row.time_updated, archived: row.time_archived };
      if (messages.length === 0 && textAt(row, "parent_id") !== "")
        yield { kind: "skipped", what: "child session" };
      else yield sessionOf({ id, title, parentID, time }, messages, file);
    }
  } finally {
    await database.close();
  }
}

const sessionOf = (info: unknown, messages: readonly Message[], file: SourceFile): Found => {
  const chain = new Chain();
  for (const { info: about, parts } of messages)
    chain.add(textAt(about, "id") || null, isoOf(at(about, "time", "created")), partsOf(about, parts));
  return chainedSession(file, chain, {
    sourceId: textAt(info, "id"),
    title: textAt(info, "title"),
    createdAt: isoOf(at(info, "time", "created")),
    updatedAt: isoOf(at(info, "time", "updated")),
    archived: isoOf(at(info, "time", "archived")) !== null,
    ...(textAt(info, "parentID") !== "" && { off: "subagent" as const }),
  });
};

const partsOf = (info: unknown, parts: readonly unknown[]): readonly Part[] => {
  const role = textAt(info, "role") === "user" ? "user" : "assistant";
  const model = textAt(info, "modelID");
  const usage = usageOf(info);
  const made = parts.flatMap((part): Part[] => {
    switch (textAt(part, "type")) {
      case "text":
        // What the program added is not the person's.
        if (at(part, "synthetic") === true || at(part, "ignored") === true) return [];
        return [{ type: "text", role, text: textAt(part, "text"), ...(role === "assistant" && { model }) }];
      case "reasoning":
        return [{ type: "reasoning", text: textAt(part, "text") }];
      case "tool":
        return toolParts(part);
      case "file":
        return [
          {
            type: "text",
            role,
            text: `[attachment ${textAt(part, "filename") || "file"}, not in the export]`,
          },
        ];
      case "compaction":
        return [{ type: "compaction", summary: "" }];
      default:
        return [];
    }
  });
  const first = made.findIndex((part) => part.type === "text");
  return made.map((part, index) =>
    index === first && part.type === "text" && usage ? { ...part, usage } : part,
  );
};

const toolParts = (part: unknown): Part[] => {
  const callId = textAt(part, "callID") || null;
  const name = textAt(part, "tool");
  const status = textAt(part, "state", "status");
  const call: Part = { type: "call", callId, name, args: at(part, "state", "input") ?? {} };
  if (status !== "completed" && status !== "error") return [call];
  const text = textAt(part, "state", "output") || textAt(part, "state", "error");
  return [call, { type: "result", callId, name, text, isError: status === "error" }];
};

const usageOf = (info: unknown): PartUsage | undefined => {
  const input = countAt(info, "tokens", "input");
  if (input === null) return undefined;
  const cached = countAt(info, "tokens", "cache", "read");
  const written = countAt(info, "tokens", "cache", "write") ?? 0;
  return { input: input + (cached ?? 0) + written, cached, output: countAt(info, "tokens", "output") };
};
