import type { Found } from "../found.ts";
import type { Importer, Reading } from "../importer.ts";
import { nameOf, type SourceFile } from "../input/source-files.ts";
import { JSON_FILES } from "../look.ts";
import { withoutNames } from "../message-text.ts";
import { wholeJson } from "../reading-json.ts";
import { slugOf } from "../safe-name.ts";
import type { Part, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, idAt, isRecord, listAt, parsedOr, textAt } from "../values.ts";

/** LM Studio: its folder of conversations, or one of them. */
export const lmstudio: Importer = {
  source: "lmstudio",
  detect: async (look) => {
    const found = await look.find(JSON_FILES, ({ objects }) =>
      objects.some((each) =>
        listAt(each, "messages").some((message) => Array.isArray(at(message, "versions"))),
      ),
    );
    return found ? "conversations" : null;
  },
  read: async function* ({ files }, reading) {
    for (const file of files.filter(({ path }) => JSON_FILES.test(path))) yield* readFile(file, reading);
  },
};

async function* readFile(file: SourceFile, reading: Reading): AsyncGenerator<Found> {
  const read = await wholeJson(file, reading);
  if ("warning" in read) return yield read.warning;
  const talk = read.value;
  if (!isRecord(talk) || !Array.isArray(talk.messages)) return;
  const nodes: SourceNode[] = [];
  let parentId: string | null = null;
  for (const [index, message] of listAt(talk, "messages").entries()) {
    const versions = listAt(message, "versions");
    const selected = at(message, "currentlySelected");
    const isThere = typeof selected === "number" && versions[selected] !== undefined;
    if (!isThere)
      yield { kind: "warning", code: "bad-selection", file: file.path, detail: `message ${index + 1}` };
    const chosen = isThere ? selected : versions.length - 1;
    const before: string | null = parentId;
    for (const [nth, version] of versions.entries()) {
      const id = `${index}/${nth}`;
      const parts: Part[] = [];
      for (const found of partsOf(version, file.path)) {
        if ("type" in found) parts.push(found);
        else yield found;
      }
      nodes.push({ id, parentId: before, time: null, parts });
      if (nth === chosen) parentId = id;
    }
  }
  if (textAt(talk, "clientInput") !== "") yield { kind: "skipped", what: "unsent input" };
  yield {
    kind: "session",
    session: {
      sourceId: nameOf(file.path).replace(/\.conversation\.json$|\.json$/i, ""),
      from: file.path,
      title: textAt(talk, "name"),
      createdAt: isoOf(talk.createdAt),
      updatedAt: newest(isoOf(talk.userLastMessagedAt), isoOf(talk.assistantLastMessagedAt)),
      fileTime: file.modifiedAt,
      kind: "main",
      pinned: talk.pinned === true,
      nodes,
      activeLeaf: parentId,
      isOrdered: true,
    },
  };
  const prompt = systemPromptOf(talk);
  if (prompt !== "")
    yield {
      kind: "agent",
      id: slugOf(textAt(talk, "name"), "lm-studio"),
      displayName: textAt(talk, "name") || "LM Studio",
      systemPromptTemplate: withoutNames(prompt),
      from: file.path,
    };
}

const newest = (a: string | null, b: string | null): string | null => ((a ?? "") > (b ?? "") ? a : b);

const systemPromptOf = (talk: Record<string, unknown>): string => {
  const field = listAt(talk, "perChatPredictionConfig", "fields").find(
    (each) => textAt(each, "key") === "llm.prediction.systemPrompt",
  );
  return textAt(field, "value") || textAt(talk, "systemPrompt");
};

function* partsOf(version: unknown, from: string): Generator<Part | Found> {
  const given = textAt(version, "role");
  const role = given === "user" || given === "system" ? given : "assistant";
  if (textAt(version, "type") === "singleStep")
    return yield* contentParts(at(version, "content"), role, "", from);
  const model = textAt(version, "senderInfo", "senderName");
  for (const step of listAt(version, "steps")) {
    const type = textAt(step, "type");
    if (type === "debugInfoBlock" || type === "toolStatus")
      yield { kind: "skipped", what: "debugInfoBlock, toolStatus" };
    else if (type !== "contentBlock")
      yield { kind: "warning", code: "unknown-content", file: from, detail: type };
    else if (textAt(step, "style", "type") === "thinking")
      yield { type: "reasoning", text: textsIn(at(step, "content")) };
    else yield* contentParts(at(step, "content"), role, model, from);
  }
}

const textsIn = (content: unknown): string =>
  listAt(content)
    .map((each) => textAt(each, "text"))
    .filter((text) => text !== "")
    .join("\n\n");

function* contentParts(
  content: unknown,
  role: "user" | "assistant" | "system",
  model: string,
  from: string,
): Generator<Part | Found> {
  const words: string[] = [textsIn(content)];
  const others: Part[] = [];
  for (const block of listAt(content)) {
    const type = textAt(block, "type");
    const callId = textAt(block, "toolCallRequestId") || idAt(block, "callId") || null;
    if (type === "toolCallRequest") {
      const args = at(block, "arguments") ?? at(block, "parameters") ?? {};
      others.push({
        type: "call",
        callId,
        name: textAt(block, "name"),
        args: typeof args === "string" ? parsedOr(args) : args,
      });
    } else if (type === "toolCallResult")
      others.push({ type: "result", callId, name: "tool", text: textAt(block, "content") });
    else if (type === "file") {
      const name = textAt(block, "fileIdentifier") || "file";
      words.push(`[attachment ${name}, not in the export]`);
      yield { kind: "warning", code: "missing-attachment", file: from, detail: name };
    }
  }
  const text = words.filter((each) => each !== "").join("\n\n");
  if (text !== "") yield { type: "text", role, text, model };
  yield* others;
}
