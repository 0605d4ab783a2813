import { hash } from "node:crypto";
import { boundedValue } from "../bounded-value.ts";
import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { jsonElements } from "../input/json-elements.ts";
import type { SourceFile } from "../input/source-files.ts";
import { type Beginning, JSON_FILES } from "../look.ts";
import { withoutNames } from "../message-text.ts";
import { cutWarning, readingOf } from "../reading-json.ts";
import { slugOf } from "../safe-name.ts";
import type { Part, PartUsage, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, countAt, isRecord, listAt, parsedOr, textAt } from "../values.ts";

/** Open WebUI: `chat-export-….json`, and the list of memories that its API returns. */
export const openWebui: Importer = {
  source: "open-webui",
  detect: async (look) => {
    if (await look.find(JSON_FILES, isChats)) return "chats";
    return (await look.find(JSON_FILES, isMemories)) ? "memories" : null;
  },
  read: async function* ({ files }, reading) {
    const person = new Person();
    for (const file of files.filter(({ path }) => JSON_FILES.test(path))) {
      for await (const element of jsonElements(readingOf(file, reading))) {
        if (element.kind !== "value") yield cutWarning(file.path, element);
        else if (isRecord(element.value)) yield* readElement(element.value, file, person, reading);
      }
    }
  },
};

const chatIn = (element: Record<string, unknown>): unknown => at(element, "chat") ?? element;

const isChats = ({ objects }: Beginning): boolean =>
  objects.some((each) => isRecord(at(chatIn(each), "history", "messages")));

const isMemories = ({ objects, isArray }: Beginning): boolean =>
  isArray &&
  objects.some(
    (each) =>
      typeof each.content === "string" &&
      "user_id" in each &&
      ["user", "context"].includes(textAt(each, "type")),
  );

/** An admin's export has the chats of everybody. The first chat's user counts as the person. */
class Person {
  #id: string | null = null;

  isOther(id: string): boolean {
    if (id === "") return false;
    this.#id ??= id;
    return this.#id !== id;
  }
}

function* readElement(
  element: Record<string, unknown>,
  file: SourceFile,
  person: Person,
  _reading: Reading,
): Generator<Found> {
  const messages = at(chatIn(element), "history", "messages");
  if (isRecord(messages)) return yield* readChat(element, messages, file, person);
  const text = textAt(element, "content");
  if (text === "" || !("user_id" in element)) return;
  const isOther = person.isOther(textAt(element, "user_id"));
  yield {
    kind: "memory",
    text,
    date: isoOf(element.created_at)?.slice(0, 10) ?? null,
    heading: "",
    from: file.path,
    target: "memory",
    ...(isOther && { off: "other-person" as const }),
  };
}

function* readChat(
  element: Record<string, unknown>,
  messages: Record<string, unknown>,
  file: SourceFile,
  person: Person,
): Generator<Found> {
  const chat = chatIn(element);
  const nodes: SourceNode[] = [];
  for (const [id, message] of Object.entries(messages)) {
    if (!isRecord(message)) continue;
    const missing = listAt(message, "files").map(
      (each) => textAt(each, "name") || textAt(each, "type") || "file",
    );
    for (const name of missing)
      yield { kind: "warning", code: "missing-attachment", file: file.path, detail: name };
    nodes.push({
      id,
      parentId: textAt(message, "parentId") || null,
      children: listAt(message, "childrenIds").filter((child) => typeof child === "string"),
      time: isoOf(message.timestamp),
      parts: partsOf(message, missing),
    });
  }
  const title = textAt(element, "title") || textAt(chat, "title");
  yield {
    kind: "session",
    session: {
      sourceId: textAt(element, "id") || beginningOf(nodes, messages),
      from: file.path,
      title,
      createdAt: isoOf(element.created_at) ?? isoOf(at(chat, "timestamp")),
      updatedAt: isoOf(element.updated_at),
      fileTime: file.modifiedAt,
      kind: "main",
      pinned: element.pinned === true,
      archived: element.archived === true,
      nodes,
      activeLeaf: textAt(chat, "history", "currentId") || null,
      isOrdered: false,
      ...(person.isOther(textAt(element, "user_id")) && { off: "other-person" as const }),
    },
  };
  const system = textAt(chat, "system") || textAt(chat, "params", "system");
  if (system !== "")
    yield {
      kind: "agent",
      id: slugOf(title, "open-webui"),
      displayName: title || "Open WebUI",
      systemPromptTemplate: withoutNames(system),
      from: file.path,
    };
}

/** A chat without an id is recognised by its first message. */
const beginningOf = ([first]: readonly SourceNode[], messages: Record<string, unknown>): string =>
  hash(
    "sha256",
    JSON.stringify([first?.id, first?.time, textAt(messages[first?.id ?? ""], "content")]),
    "hex",
  );

const partsOf = (message: Record<string, unknown>, missing: readonly string[]): readonly Part[] => {
  const content = textAt(message, "content");
  if (textAt(message, "role") === "user") {
    const notes = missing.map((name) => `[attachment ${name}, not in the export]`);
    return [
      { type: "text", role: "user", text: [content, ...notes].filter((each) => each !== "").join("\n\n") },
    ];
  }
  const output = listAt(message, "output");
  const parts = output.length > 0 ? output.flatMap(outputParts) : detailParts(content);
  const about = {
    model: textAt(message, "model"),
    usage: usageOf(message),
    interrupted: message.done === false,
  };
  const last = parts.findLastIndex((part) => part.type === "text");
  if (last < 0 && about.interrupted)
    return [...parts, { type: "text", role: "assistant", text: "", ...about }];
  return parts.map((part, index) => {
    if (part.type !== "text") return part;
    return index === last ? { ...part, ...about } : { ...part, model: about.model };
  });
};

const usageOf = (message: Record<string, unknown>): PartUsage | undefined => {
  const input = countAt(message, "usage", "prompt_tokens") ?? countAt(message, "usage", "prompt_eval_count");
  if (input === null) return undefined;
  const output = countAt(message, "usage", "completion_tokens") ?? countAt(message, "usage", "eval_count");
  return { input, cached: countAt(message, "usage", "prompt_tokens_details", "cached_tokens"), output };
};

const outputParts = (item: unknown): readonly Part[] => {
  const texts = (value: unknown) =>
    listAt(value)
      .map((each) => textAt(each, "text"))
      .filter((each) => each !== "")
      .join("\n\n");
  switch (textAt(item, "type")) {
    case "reasoning":
      return [{ type: "reasoning", text: texts(at(item, "content")) || texts(at(item, "summary")) }];
    case "function_call":
      return [
        {
          type: "call",
          callId: textAt(item, "call_id") || null,
          name: textAt(item, "name"),
          args: parsedOr(textAt(item, "arguments") || "{}"),
        },
      ];
    case "function_call_output":
      return [
        {
          type: "result",
          callId: textAt(item, "call_id") || null,
          name: "tool",
          text: texts(at(item, "output")) || textAt(item, "output"),
        },
      ];
    case "message":
      return [{ type: "text", role: "assistant", text: texts(at(item, "content")) }];
    default:
      return [];
  }
};

const DETAILS =
  /<details type="(reasoning|tool_calls|code_interpreter)"([^>]*)>\s*(?:<summary>[^<]*<\/summary>)?([^]*?)<\/details>\s*/g;

/** Older answers hold thoughts and calls as HTML in their text. */
const detailParts = (content: string): readonly Part[] => {
  const parts: Part[] = [];
  const say = (text: string) => {
    if (text.trim() !== "") parts.push({ type: "text", role: "assistant", text: text.trim() });
  };
  let from = 0;
  for (const found of content.matchAll(DETAILS)) {
    say(content.slice(from, found.index));
    from = found.index + found[0].length;
    const [, type, attributes = "", body = ""] = found;
    if (type === "tool_calls") parts.push(...callParts(attributes));
    else parts.push({ type: "reasoning", text: unquoted(unescaped(body)) });
  }
  say(content.slice(from));
  return parts;
};

const callParts = (attributes: string): readonly Part[] => {
  const given = new Map(
    [...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, unescaped(value)]),
  );
  const callId = given.get("id") ?? null;
  const name = given.get("name") ?? "tool";
  const call: Part = { type: "call", callId, name, args: fromJson(given.get("arguments") ?? "{}") };
  const result = given.get("result");
  if (result === undefined) return [call];
  const value = fromJson(result);
  const text = typeof value === "string" ? value : JSON.stringify(boundedValue(value));
  return [call, { type: "result", callId, name, text }];
};

/** Often a JSON text inside a JSON text. */
const fromJson = (text: string): unknown => {
  const once = parsedOr(text);
  return typeof once === "string" && once !== text ? parsedOr(once) : once;
};

const unquoted = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*> ?/, ""))
    .join("\n")
    .trim();

const ENTITIES: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#34;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:quot|lt|gt|amp|#34|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
