import type { Importer } from "../importer.ts";
import { JSON_FILES } from "../look.ts";
import { wholeJson } from "../reading-json.ts";
import type { Part, SourceNode } from "../source-session.ts";
import { isoOf } from "../times.ts";
import { at, isRecord, listAt, parsedOr, textAt } from "../values.ts";

const ROOT = "00000000-0000-0000-0000-000000000000";

/** LibreChat: one exported conversation per file, as a tree or as a list. */
export const librechat: Importer = {
  source: "librechat",
  detect: async (look) => {
    const found = await look.find(JSON_FILES, ({ objects }) =>
      objects.some((each) => "conversationId" in each && ("messages" in each || "messagesTree" in each)),
    );
    return found ? "export" : null;
  },
  read: async function* ({ files }, reading) {
    for (const file of files.filter(({ path }) => JSON_FILES.test(path))) {
      const read = await wholeJson(file, reading);
      if ("warning" in read) {
        yield read.warning;
        continue;
      }
      const talk = read.value;
      if (!isRecord(talk) || textAt(talk, "conversationId") === "") continue;
      const nodes = nodesIn([...listAt(talk, "messages"), ...listAt(talk, "messagesTree")]);
      yield {
        kind: "session",
        session: {
          sourceId: textAt(talk, "conversationId"),
          from: file.path,
          title: textAt(talk, "title"),
          createdAt: null,
          updatedAt: null,
          fileTime: file.modifiedAt,
          kind: "main",
          nodes,
          activeLeaf: null,
          isOrdered: true,
        },
      };
    }
  },
};

/** Without recursion: an exported tree nests as deep as the conversation is long. */
const nodesIn = (messages: readonly unknown[]): readonly SourceNode[] => {
  const nodes: SourceNode[] = [];
  const waiting = messages.map((message) => ({ message, above: null as string | null })).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { message, above } = next;
    const id = textAt(message, "messageId");
    if (id === "") continue;
    const given = textAt(message, "parentMessageId");
    const parentId = above ?? (given === ROOT || given === "" ? null : given);
    nodes.push({ id, parentId, time: isoOf(at(message, "createdAt")), parts: partsOf(message) });
    for (const child of listAt(message, "children").toReversed()) waiting.push({ message: child, above: id });
  }
  return nodes;
};

const partsOf = (message: unknown): readonly Part[] => {
  const isUser = at(message, "isCreatedByUser") === true;
  const role = isUser ? "user" : "assistant";
  const model = isUser ? "" : textAt(message, "model");
  const blocks = listAt(message, "content");
  if (blocks.length === 0) return [{ type: "text", role, text: textAt(message, "text"), model }];
  return blocks.flatMap((block): Part[] => {
    const type = textAt(block, "type");
    if (type === "think") return [{ type: "reasoning", text: textAt(block, "think") }];
    if (type === "text")
      return [{ type: "text", role, text: textAt(block, "text") || textAt(block, "text", "value"), model }];
    if (type !== "tool_call") return [];
    const call = at(block, "tool_call");
    const callId = textAt(call, "id") || null;
    const name = textAt(call, "name");
    const args = at(call, "args");
    const made: Part = {
      type: "call",
      callId,
      name,
      args: typeof args === "string" ? parsedOr(args) : (args ?? {}),
    };
    const output = textAt(call, "output");
    return output === "" ? [made] : [made, { type: "result", callId, name, text: output }];
  });
};
