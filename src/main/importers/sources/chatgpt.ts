import type { Found, FoundMemory } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonElements } from "../input/json-elements.ts";
import { nameOf, type SourceFile, type SourceFiles } from "../input/source-files.ts";
import { JSON_FILES, type Look } from "../look.ts";
import { memoryLines } from "../memory-lines.ts";
import { cutWarning, readingOf } from "../reading-json.ts";
import type { Part, PartAttachment, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, isRecord, listAt, textAt } from "../values.ts";

/** ChatGPT's export: `conversations.json`, or several of them, in an archive or a folder. */
export const chatgpt: Importer = {
  source: "chatgpt",
  detect: async (look) => {
    const file = await findConversations(look);
    if (!file) return null;
    if (look.input.kind === "zip") return "zip";
    if (!(await look.beginning(file)).isArray) return "object";
    return /-\d{3}\.json$/.test(file.path) ? "sharded" : "single";
  },
  read: async function* (input, reading) {
    const attachments = new Attachments(input);
    const traces = new Traces();
    for (const file of input.files.filter(({ path }) => isConversations(path, input))) {
      yield* readFile(file, attachments, traces, reading);
    }
    yield* attachments.warnings();
    yield* traces.found();
  },
};

const findConversations = (look: Look): Promise<SourceFile | null> =>
  look.find(JSON_FILES, ({ objects }) => objects.some(({ mapping }) => isRecord(mapping)));

/** Other files of the export hold the account, feedback and the same conversations again. */
const isConversations = (path: string, { kind }: SourceFiles): boolean =>
  kind === "file" || /(?:^|\/)conversations(?:-\d+)?\.json$/i.test(path);

async function* readFile(
  file: SourceFile,
  attachments: Attachments,
  traces: Traces,
  reading: Reading,
): AsyncGenerator<Found> {
  for await (const element of jsonElements(readingOf(file, reading))) {
    if (element.kind !== "value") yield cutWarning(file.path, element);
    else if (!isRecord(element.value) || !isRecord(element.value.mapping))
      yield { kind: "skipped", what: "element without mapping" };
    else yield* readConversation(file, element.value, attachments, traces);
  }
}

function* readConversation(
  file: SourceFile,
  conversation: Record<string, unknown>,
  attachments: Attachments,
  traces: Traces,
): Generator<Found> {
  const warn = (code: "missing-time" | "unknown-content", detail: string): Found => ({
    kind: "warning",
    code,
    file: file.path,
    detail,
  });
  const createdAt = isoOf(conversation.create_time);
  const sourceId = textAt(conversation, "conversation_id") || textAt(conversation, "id");
  if (sourceId === "") {
    yield { kind: "skipped", what: "conversation without an id" };
    return;
  }
  if (createdAt === null) yield warn("missing-time", "create_time of the conversation");
  const nodes: SourceNode[] = [];
  for (const [id, node] of Object.entries(conversation.mapping as Record<string, unknown>)) {
    const message = at(node, "message");
    const time = isoOf(at(message, "create_time"));
    const read = isRecord(message)
      ? partsOf(message, attachments, traces, { at: time ?? createdAt ?? "", from: file.path })
      : { parts: [] };
    if (read.skipped !== undefined) yield { kind: "skipped", what: read.skipped };
    if (read.unknown !== undefined) yield warn("unknown-content", read.unknown);
    nodes.push({
      id,
      parentId: textAt(node, "parent") || null,
      children: listAt(node, "children").filter((child) => typeof child === "string"),
      time,
      parts: read.parts,
    });
  }
  yield {
    kind: "session",
    session: {
      sourceId,
      from: file.path,
      title: textAt(conversation, "title"),
      createdAt,
      updatedAt: isoOf(conversation.update_time),
      fileTime: file.modifiedAt,
      kind: "main",
      pinned: conversation.is_starred === true,
      archived: conversation.is_archived === true,
      nodes,
      activeLeaf: textAt(conversation, "current_node") || null,
      isOrdered: false,
    },
  };
}

type ReadParts = { readonly parts: readonly Part[]; readonly skipped?: string; readonly unknown?: string };
type Place = { readonly at: string; readonly from: string };

const partsOf = (
  message: Record<string, unknown>,
  attachments: Attachments,
  traces: Traces,
  place: Place,
): ReadParts => {
  const { content } = message;
  const type = textAt(content, "content_type");
  traces.notice(content, type, place);
  const isHidden = at(message, "metadata", "is_visually_hidden_from_conversation") === true;
  if (isHidden || type === "user_editable_context" || type === "model_editable_context")
    return { parts: [], skipped: "hidden message" };
  const role = textAt(message, "author", "role");
  if (role === "system") return { parts: [], skipped: "system message" };
  if (role === "tool") return toolResult(message, type);
  switch (type) {
    case "text":
    case "multimodal_text":
      return textParts(message, attachments, traces, place);
    case "code":
      return { parts: [call(message, textAt(content, "text"))] };
    case "execution_output":
    case "tether_browsing_display":
    case "tether_quote":
      return toolResult(message, type);
    case "thoughts":
      return { parts: [{ type: "reasoning", text: thoughtsOf(content) }] };
    case "reasoning_recap":
      return { parts: [], skipped: "reasoning_recap" };
    case "system_error":
      return { parts: [], skipped: "system_error" };
    default:
      return { parts: [], unknown: type || "no content_type" };
  }
};

const textParts = (
  message: Record<string, unknown>,
  attachments: Attachments,
  traces: Traces,
  place: Place,
): ReadParts => {
  const pieces = listAt(message, "content", "parts");
  const text = pieces
    .map((piece) => (typeof piece === "string" ? piece : textAt(piece, "text")))
    .filter((piece) => piece !== "")
    .join("\n\n");
  const role = textAt(message, "author", "role") === "user" ? "user" : "assistant";
  const recipient = textAt(message, "recipient");
  if (role === "assistant" && recipient !== "" && recipient !== "all") {
    if (recipient === "bio") traces.wrote(text, place);
    return { parts: [call(message, text)] };
  }
  const files = attachments.of(message);
  const missing = files.missing.map((name) => `[attachment ${name}, not in the export]`);
  return {
    parts: [
      {
        type: "text",
        role,
        text: [withoutMarks(text), ...missing].filter((each) => each !== "").join("\n\n"),
        model: textAt(message, "metadata", "model_slug"),
        interrupted: textAt(message, "status") === "in_progress",
        attachments: files.found,
      },
    ],
  };
};

const call = (message: Record<string, unknown>, text: string): Part => ({
  type: "call",
  callId: null,
  name: textAt(message, "recipient") || "tool",
  args: { text },
});

const toolResult = (message: Record<string, unknown>, type: string): ReadParts => {
  const { content } = message;
  const quoted = ["title", "url", "result", "summary", "text"].map((key) => textAt(content, key));
  const spoken = listAt(content, "parts").filter((part) => typeof part === "string");
  const text = type === "text" || type === "multimodal_text" ? spoken.join("\n\n") : joined(quoted);
  return { parts: [{ type: "result", callId: null, name: textAt(message, "author", "name"), text }] };
};

const thoughtsOf = (content: unknown): string =>
  joined(
    listAt(content, "thoughts").map((thought) => textAt(thought, "content") || textAt(thought, "summary")),
  );

const joined = (texts: readonly string[]): string => texts.filter((text) => text !== "").join("\n\n");

/**
 * Marks for the vendor's own window, between private-use characters: `entity` keeps its label, `url` becomes a link,
 * all others are removed.
 */
const withoutMarks = (text: string): string =>
  text.replaceAll(/\uE200([^\uE200\uE201]*)\uE201/g, (_, inside: string) => {
    const [kind = "", ...rest] = inside.split("\uE202");
    if (kind === "entity") return labelIn(rest[0] ?? "");
    const [label = "", address = ""] = rest;
    return kind === "url" && /^https?:\/\//.test(address) ? `[${label}](${address})` : "";
  });

/** `["city","Vienna"]`, or the label itself. */
const labelIn = (text: string): string => {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? String(parsed[1] ?? "") : text;
  } catch {
    return text;
  }
};

/** Files of messages, found by the id in front of their name. */
class Attachments {
  readonly #files = new Map<string, SourceFile>();
  readonly #missing: string[] = [];

  constructor({ files }: SourceFiles) {
    for (const file of files) {
      const id = /^(file[-_][A-Za-z0-9]+)/.exec(nameOf(file.path))?.[1];
      if (id !== undefined && !/\.json$/i.test(file.path)) this.#files.set(id, file);
    }
  }

  of(message: Record<string, unknown>): {
    readonly found: readonly PartAttachment[];
    readonly missing: readonly string[];
  } {
    const named = new Map(
      listAt(message, "metadata", "attachments").map((file) => [textAt(file, "id"), textAt(file, "name")]),
    );
    const pointed = listAt(message, "content", "parts")
      .map((part) => textAt(part, "asset_pointer"))
      .filter((pointer) => pointer !== "")
      .map((pointer) => pointer.slice(pointer.lastIndexOf("/") + 1));
    const found: PartAttachment[] = [];
    const missing: string[] = [];
    for (const id of new Set([...named.keys(), ...pointed])) {
      if (id === "") continue;
      const file = this.#files.get(id);
      const name = named.get(id) || id;
      if (file) found.push({ name, file });
      else missing.push(name);
    }
    this.#missing.push(...missing);
    return { found, missing };
  }

  *warnings(): Generator<Found> {
    for (const name of this.#missing)
      yield { kind: "warning", code: "missing-attachment", file: "", detail: name };
  }
}

/** What the assistant had stored about the person, as far as conversations show it. The export has no list of it. */
class Traces {
  #snapshot: (Place & { readonly text: string }) | null = null;
  #person: (Place & { readonly profile: string; readonly instructions: string }) | null = null;
  readonly #written = new Map<string, Place>();

  /** The same lists are in every conversation; the newest one counts. */
  notice(content: unknown, type: string, place: Place): void {
    if (type === "user_editable_context" && place.at >= (this.#person?.at ?? ""))
      this.#person = {
        ...place,
        profile: textAt(content, "user_profile"),
        instructions: textAt(content, "user_instructions"),
      };
    const listed = type === "model_editable_context" ? textAt(content, "model_set_context") : "";
    if (listed.trim() !== "" && place.at >= (this.#snapshot?.at ?? ""))
      this.#snapshot = { ...place, text: listed };
  }

  wrote(text: string, place: Place): void {
    if (text.trim() !== "") this.#written.set(text.trim(), place);
  }

  *found(): Generator<Found> {
    const { from = "", at: shotAt = "", text = "" } = this.#snapshot ?? {};
    for (const line of memoryLines(text).lines) yield memory({ ...line, from, target: "memory" });
    for (const [said, place] of this.#written) {
      // It may have been deleted before the list was made.
      const off = place.at < shotAt ? ({ off: "outdated" } as const) : {};
      const date = place.at.slice(0, 10) || null;
      yield memory({ text: oneLine(said), date, heading: "", from: place.from, target: "memory", ...off });
    }
    if (!this.#person) return;
    const { profile, instructions, from: where } = this.#person;
    const place = { date: null, heading: "", from: where };
    if (profile.trim() !== "")
      yield memory({ ...place, text: oneLine(profile), target: "user", off: "behaviour" });
    if (instructions.trim() !== "")
      yield memory({ ...place, text: oneLine(instructions), target: "agents", off: "behaviour" });
  }
}

const memory = (found: FoundMemory): Found => ({ kind: "memory", ...found });
const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
