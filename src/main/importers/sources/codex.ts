import { Chain, isAnswer } from "../chain.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonLines } from "../input/json-lines.ts";
import { memoryFile, nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { unpackedZstd } from "../input/unpack-zstd.ts";
import { type Beginning, JSONL_FILES } from "../look.ts";
import { memoryLines } from "../memory-lines.ts";
import { lineWarning, readingOf, wholeText } from "../reading-json.ts";
import type { Part } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, parsedOr, textAt } from "../values.ts";

/** Codex: `~/.codex`, or one of its rollouts. */
export const codex: Importer = {
  source: "codex",
  detect: async (look) => {
    const found = await look.find(JSONL_FILES, isRollout);
    const packed = found ? null : look.files(/(?:^|\/)rollout-[^/]+\.jsonl\.zst$/)[0];
    return (found ?? packed) ? "rollouts" : null;
  },
  read: async function* (input, reading) {
    const titles = await readTitles(input, reading);
    for (const file of input.files) {
      if (!/\.jsonl(?:\.zst)?$/.test(file.path) || nameOf(file.path) === "session_index.jsonl") continue;
      if (nameOf(file.path) === "history.jsonl") continue;
      yield* readRollout(file.path.endsWith(".zst") ? unpackedZstd(file) : file, titles, reading);
    }
    yield* readMemory(input, reading);
  },
};

const isRollout = ({ lines }: Beginning): boolean => {
  const [first] = lines;
  return (
    first !== undefined &&
    (first.type === "session_meta" || ("id" in first && "timestamp" in first && "instructions" in first))
  );
};

/** The last name of a thread counts. */
const readTitles = async ({ files }: SourceFiles, reading: Reading): Promise<ReadonlyMap<string, string>> => {
  const titles = new Map<string, string>();
  const index = files.find(({ path }) => nameOf(path) === "session_index.jsonl");
  if (!index) return titles;
  for await (const line of jsonLines(readingOf(index, reading), { firstKeys: ["id"] }))
    if (line.kind === "value") titles.set(textAt(line.value, "id"), textAt(line.value, "thread_name"));
  return titles;
};

async function* readRollout(
  file: SourceFile,
  titles: ReadonlyMap<string, string>,
  reading: Reading,
): AsyncGenerator<Found> {
  const rollout = new Rollout(file);
  const firstKeys = ["timestamp", "type", "id", "record_type", "ordinal"];
  for await (const line of jsonLines(readingOf(file, reading), { firstKeys })) {
    if (line.kind === "problem") yield lineWarning(file.path, line);
    else if (isRecord(line.value)) yield* rollout.add(line.value);
  }
  yield* rollout.found(titles);
}

const INJECTED =
  /^(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|turn_aborted|skills_instructions|apps_instructions|plugins_instructions|environments_instructions|collaboration_mode|context_window|model_switch|personality_spec|subagent_notification|current_time_reminder|goal_context|codex_internal_context))/;

/** One thread. Its events repeat the items, so only items are read, and of the events what is nowhere else. */
class Rollout {
  readonly #file: SourceFile;
  readonly #chain = new Chain();
  /** By turn of the user on the current path: the message before it. */
  #turns: (string | null)[] = [];
  #meta: Record<string, unknown> = {};
  #model = "";

  constructor(file: SourceFile) {
    this.#file = file;
  }

  *add(line: Record<string, unknown>): Generator<Found> {
    const type = textAt(line, "type");
    const payload = at(line, "payload");
    const time = isoOf(line.timestamp);
    switch (type) {
      case "session_meta":
        // A thread that was resumed has more of them.
        if (Object.keys(this.#meta).length === 0 && isRecord(payload)) this.#meta = payload;
        if (textAt(payload, "history_base") !== "" || isRecord(at(payload, "history_base")))
          yield this.#warn("missing-part", "its beginning is in another file");
        return;
      case "turn_context":
        this.#model = textAt(payload, "model") || this.#model;
        return;
      case "compacted":
        this.#chain.add(null, time, [{ type: "compaction", summary: textAt(payload, "message") }]);
        return;
      case "event_msg":
        this.#event(payload);
        return;
      case "response_item":
        return yield* this.#item(payload, time);
      default:
        // Before September 2025: a bare header, then bare items without times.
        if ("instructions" in line && "id" in line) this.#meta = line;
        else if (type !== "" && !("payload" in line)) yield* this.#item(line, null);
    }
  }

  *found(titles: ReadonlyMap<string, string>): Generator<Found> {
    const fromName = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i.exec(this.#file.path)?.[1];
    const sourceId = textAt(this.#meta, "id") || fromName || "";
    if (sourceId === "") return;
    yield {
      kind: "session",
      session: {
        sourceId,
        from: this.#file.path,
        title: titles.get(sourceId) ?? "",
        createdAt: isoOf(this.#meta.timestamp),
        updatedAt: null,
        fileTime: this.#file.modifiedAt,
        kind: "main",
        archived: /(?:^|\/)archived_sessions\//.test(this.#file.path),
        nodes: this.#chain.nodes,
        activeLeaf: this.#chain.last,
        isOrdered: true,
        ...(isRecord(this.#meta.source) && { off: "subagent" as const }),
      },
    };
  }

  #event(payload: unknown): void {
    switch (textAt(payload, "type")) {
      case "thread_rolled_back": {
        const turns = Math.min(countAt(payload, "num_turns") ?? 0, this.#turns.length);
        if (turns === 0) return;
        const before = this.#turns[this.#turns.length - turns] ?? null;
        this.#turns = this.#turns.slice(0, -turns);
        this.#chain.goTo(before);
        return;
      }
      case "turn_aborted":
        this.#chain.amend(isAnswer, (part) => ({ ...part, interrupted: true }));
        return;
      case "token_count": {
        const usage = at(payload, "info", "last_token_usage");
        const input = countAt(usage, "input_tokens");
        if (input === null) return;
        const cached = countAt(usage, "cached_input_tokens");
        const output = countAt(usage, "output_tokens");
        this.#chain.amend(isAnswer, (part) => ({ ...part, usage: { input, cached, output } }));
        return;
      }
      default:
    }
  }

  *#item(item: unknown, time: string | null): Generator<Found> {
    const type = textAt(item, "type");
    const add = (...parts: readonly Part[]) => this.#chain.add(null, time, parts);
    switch (type) {
      case "message":
        return yield* this.#message(item, time);
      case "reasoning": {
        if (textAt(item, "encrypted_content") !== "") yield this.#warn("encrypted-content", "reasoning");
        const texts = [...listAt(item, "summary"), ...listAt(item, "content")].map((each) =>
          textAt(each, "text"),
        );
        const text = texts.filter((each) => each !== "").join("\n\n");
        if (text !== "") add({ type: "reasoning", text });
        return;
      }
      case "function_call":
      case "custom_tool_call": {
        const given = textAt(item, "arguments") || textAt(item, "input");
        const args = type === "function_call" ? parsedOr(given) : { input: given };
        add({ type: "call", callId: textAt(item, "call_id") || null, name: textAt(item, "name"), args });
        return;
      }
      case "local_shell_call":
      case "web_search_call":
        add({
          type: "call",
          callId: textAt(item, "call_id") || null,
          name: type.replace(/_call$/, ""),
          args: at(item, "action") ?? {},
        });
        return;
      case "function_call_output":
      case "custom_tool_call_output":
        add(outputOf(item));
        return;
      case "image_generation_call": {
        const data = textAt(item, "result");
        const file = memoryFile("image.png", () => Buffer.from(data, "base64"), this.#file.modifiedAt);
        if (data !== "")
          add({ type: "text", role: "assistant", text: "", attachments: [{ name: "image.png", file }] });
        return;
      }
      case "compaction":
        yield this.#warn("encrypted-content", "summary");
        return;
      default:
        if (type !== "ghost_snapshot" && type !== "") yield this.#warn("unknown-content", type);
    }
  }

  *#message(item: unknown, time: string | null): Generator<Found> {
    const role = textAt(item, "role");
    if (role === "developer" || role === "system") return yield { kind: "skipped", what: `${role} message` };
    const pieces = listAt(item, "content");
    const text = pieces
      .map((piece) => textAt(piece, "text"))
      .filter((piece) => piece !== "")
      .join("\n\n");
    if (role === "user" && INJECTED.test(text.trimStart()))
      return yield { kind: "skipped", what: "injected context" };
    const pictures = pieces.filter((piece) => textAt(piece, "type") === "input_image");
    const files = pictures.flatMap((picture) => this.#picture(picture));
    if (files.length < pictures.length) yield this.#warn("missing-attachment", "image");
    if (role === "user") this.#turns.push(this.#chain.last);
    const isUser = role === "user";
    this.#chain.add(null, time, [
      {
        type: "text",
        role: isUser ? "user" : "assistant",
        text,
        attachments: files,
        ...(!isUser && { model: this.#model }),
      },
    ]);
  }

  #picture(picture: unknown) {
    const [, ending, data] = /^data:image\/(\w+);base64,(.+)$/s.exec(textAt(picture, "image_url")) ?? [];
    if (data === undefined) return [];
    const name = `image.${ending ?? "png"}`;
    return [{ name, file: memoryFile(name, () => Buffer.from(data, "base64"), this.#file.modifiedAt) }];
  }

  #warn(
    code: "missing-part" | "encrypted-content" | "unknown-content" | "missing-attachment",
    detail: string,
  ): Found {
    return { kind: "warning", code, file: this.#file.path, detail };
  }
}

/** An older shell wrote `{output, metadata{exit_code}}` as text. */
const outputOf = (item: unknown): Part => {
  const output = at(item, "output");
  const text =
    typeof output === "string"
      ? output
      : listAt(output)
          .map((each) => textAt(each, "text"))
          .join("\n\n");
  const parsed = text.startsWith("{") ? parsedOr(text) : null;
  const isOlder = isRecord(parsed) && typeof parsed.output === "string" && isRecord(parsed.metadata);
  return {
    type: "result",
    callId: textAt(item, "call_id") || null,
    name: "tool",
    text: isOlder ? textAt(parsed, "output") : text,
    isError: isOlder && (countAt(parsed, "metadata", "exit_code") ?? 0) !== 0,
  };
};

/** What was noted about tasks and about the person; the rest of the folder is made from it. */
async function* readMemory({ files }: SourceFiles, reading: Reading): AsyncGenerator<Found> {
  for (const file of files) {
    const inside = /(?:^|\/)memories\/(.+)$/.exec(file.path)?.[1];
    const isGenerated = inside === "raw_memories.md" || inside?.startsWith("rollout_summaries/") === true;
    if (isGenerated) yield { kind: "skipped", what: "generated memory file" };
    const isInstructions = file.path === "AGENTS.md";
    if (inside !== "MEMORY.md" && inside !== "memory_summary.md" && !isInstructions) continue;
    if (file.isHardLink) {
      yield { kind: "warning", code: "unsafe-path", file: file.path, detail: "hard link" };
      continue;
    }
    const read = await wholeText(file, reading);
    if (!read) continue;
    const from = file.path;
    if (isInstructions) yield { kind: "section", target: "agents", text: read.text, from };
    else if (inside === "MEMORY.md") {
      for (const line of memoryLines(read.text, { bulletsOnly: true }).lines)
        yield {
          kind: "memory",
          ...line,
          heading: line.heading.replace(/^Task Group: /, ""),
          from,
          target: "memory",
        };
    } else {
      for (const line of memoryLines(read.text).lines.filter(({ heading }) => /profile/i.test(heading)))
        yield { kind: "memory", ...line, from, target: "user", off: "behaviour" };
    }
  }
}
