import { boundedValue } from "../bounded-value.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import type { SourceFile, SourceFiles } from "../input/source-files.ts";
import { type Beginning, JSON_FILES } from "../look.ts";
import { memoryLines } from "../memory-lines.ts";
import { lineWarning, readingOf, wholeJson, wholeText } from "../reading-json.ts";
import type { Part, PartUsage, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, textAt } from "../values.ts";

const CHAT = /(?:^|\/)chats\/(?:[^/]+\/)?session-[^/]+\.jsonl?$/;

/** Gemini CLI: `~/.gemini`, or one of its sessions. */
export const geminiCli: Importer = {
  source: "gemini-cli",
  detect: async (look) =>
    (await look.find(/\.jsonl?$/i, isSession)) === null
      ? null
      : look.input.kind === "file"
        ? "session"
        : "chats",
  read: async function* (input, reading) {
    const sessions = new Map<string, Session>();
    for (const file of input.files) {
      if (input.kind !== "file" && !CHAT.test(file.path)) continue;
      const session = new Session(file);
      if (JSON_FILES.test(file.path)) {
        const read = await wholeJson(file, reading);
        if ("warning" in read) yield read.warning;
        else session.whole(read.value);
      } else
        for await (const line of jsonLines(readingOf(file, reading), {
          firstKeys: ["id", "sessionId", "$set", "$rewindTo"],
        })) {
          if (line.kind === "problem") yield lineWarning(file.path, line);
          else session.add(line.value);
        }
      // The same session may be there in both forms: the one with more messages counts.
      const other = sessions.get(session.id);
      if (session.id !== "" && (!other || other.size < session.size)) sessions.set(session.id, session);
    }
    for (const session of sessions.values()) yield* session.found();
    yield* readMemory(input, reading);
  },
};

const isSession = ({ objects, lines }: Beginning): boolean =>
  [...objects.slice(0, 1), ...lines.slice(0, 1)].some((each) => "sessionId" in each && "projectHash" in each);

class Session {
  readonly #file: SourceFile;
  readonly #messages = new Map<string, Record<string, unknown>>();
  readonly #parents = new Map<string, string | null>();
  #path: string[] = [];
  #about: Record<string, unknown> = {};
  id = "";

  constructor(file: SourceFile) {
    this.#file = file;
  }

  get size(): number {
    return this.#messages.size;
  }

  whole(value: unknown): void {
    if (!isRecord(value)) return;
    this.#begin(value);
    for (const message of listAt(value, "messages")) this.add(message);
  }

  add(line: unknown): void {
    if (!isRecord(line)) return;
    if ("sessionId" in line && !("id" in line)) return this.#begin(line);
    if (isRecord(line.$set)) {
      this.#about = { ...this.#about, ...line.$set };
      if (Array.isArray(line.$set.messages)) {
        this.#path = [];
        for (const message of line.$set.messages) this.add(message);
      }
      return;
    }
    // The message and all after it leave the path, and stay as a branch.
    if (typeof line.$rewindTo === "string") {
      this.#path = this.#path.slice(0, Math.max(0, this.#path.indexOf(line.$rewindTo)));
      return;
    }
    const id = textAt(line, "id");
    if (id === "") return;
    // An id again replaces the earlier line.
    if (!this.#messages.has(id)) this.#parents.set(id, this.#path.at(-1) ?? null);
    this.#messages.set(id, line);
    if (!this.#path.includes(id)) this.#path.push(id);
  }

  *found(): Generator<Found> {
    const nodes: SourceNode[] = [];
    for (const [id, message] of this.#messages) {
      const skipped = whySkipped(message);
      if (skipped !== null) yield { kind: "skipped", what: skipped };
      const parts = skipped === null ? partsOf(message) : [];
      nodes.push({ id, parentId: this.#parents.get(id) ?? null, time: isoOf(message.timestamp), parts });
    }
    yield {
      kind: "session",
      session: {
        sourceId: this.id,
        from: this.#file.path,
        title: textAt(this.#about, "summary"),
        createdAt: isoOf(this.#about.startTime),
        updatedAt: isoOf(this.#about.lastUpdated),
        fileTime: this.#file.modifiedAt,
        kind: "main",
        nodes,
        activeLeaf: this.#path.at(-1) ?? null,
        isOrdered: true,
        ...(textAt(this.#about, "kind") === "subagent" && { off: "subagent" as const }),
      },
    };
  }

  #begin(header: Record<string, unknown>): void {
    this.id ||= textAt(header, "sessionId");
    this.#about = { ...header, ...this.#about };
  }
}

const wordsOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listAt(content)
        .map((part) => textAt(part, "text"))
        .filter((text) => text !== "")
        .join("\n\n");

const whySkipped = (message: Record<string, unknown>): string | null => {
  const type = textAt(message, "type");
  if (type !== "user" && type !== "gemini") return type || "message without a type";
  const text = wordsOf(message.content).trimStart();
  if (type !== "user") return null;
  if (text.startsWith("<session_context>")) return "session_context";
  if (text.startsWith("<hook_context>")) return "hook_context";
  return /^[/?]/.test(text) ? "command" : null;
};

const partsOf = (message: Record<string, unknown>): readonly Part[] => {
  const text = wordsOf(message.displayContent ?? message.content) || wordsOf(message.content);
  if (message.type === "user") return [{ type: "text", role: "user", text }];
  const thoughts = listAt(message, "thoughts").map((thought) =>
    [textAt(thought, "subject"), textAt(thought, "description")].filter((each) => each !== "").join(": "),
  );
  const calls = listAt(message, "toolCalls").flatMap((call): Part[] => {
    const callId = textAt(call, "id") || null;
    const name = textAt(call, "name");
    const results = listAt(call, "result").map((each) =>
      resultText(at(each, "functionResponse", "response")),
    );
    const made: Part = { type: "call", callId, name, args: at(call, "args") ?? {} };
    if (results.length === 0) return [made];
    const isError = textAt(call, "status") === "error";
    return [made, { type: "result", callId, name, text: results.join("\n\n"), isError }];
  });
  return [
    { type: "reasoning", text: thoughts.join("\n\n") },
    { type: "text", role: "assistant", text, model: textAt(message, "model"), usage: usageOf(message) },
    ...calls,
  ];
};

const resultText = (response: unknown): string =>
  textAt(response, "output") || textAt(response, "error") || JSON.stringify(boundedValue(response ?? ""));

const usageOf = (message: Record<string, unknown>): PartUsage | undefined => {
  const input = countAt(message, "tokens", "input");
  if (input === null) return undefined;
  return {
    input,
    cached: countAt(message, "tokens", "cached"),
    output: countAt(message, "tokens", "output"),
  };
};

async function* readMemory({ files }: SourceFiles, reading: Reading): AsyncGenerator<Found> {
  for (const file of files) {
    const isOwn = file.path === "GEMINI.md";
    if (!isOwn && !/(?:^|\/)tmp\/[^/]+\/memory\/MEMORY\.md$/.test(file.path)) continue;
    if (file.isHardLink) {
      yield { kind: "warning", code: "unsafe-path", file: file.path, detail: "hard link" };
      continue;
    }
    const read = await wholeText(file, reading);
    if (!read) continue;
    const [own = "", added = ""] = isOwn
      ? read.text.split(/^## Gemini Added Memories\s*$/m)
      : ["", read.text];
    for (const line of memoryLines(added).lines)
      yield { kind: "memory", ...line, from: file.path, target: "memory" };
    if (own.trim() !== "") yield { kind: "section", target: "agents", text: own, from: file.path };
  }
}
