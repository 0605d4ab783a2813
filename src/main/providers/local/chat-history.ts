import type { ChatHistoryItem, ChatModelFunctionCall, ChatModelFunctions } from "node-llama-cpp";
import type { Message } from "#shared/model/manifest.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";

/**
 * Our messages as the engine's library wants them: a tool's result is part of the model's own message that called
 * it, and the last item is the answer that is to be written.
 */
export const chatHistory = (messages: readonly Message[]): ChatHistoryItem[] => {
  const results = new Map(
    messages.flatMap(({ role, toolCallId, content }) =>
      role === "tool" && toolCallId !== undefined ? [[toolCallId, content] as const] : [],
    ),
  );
  const items: ChatHistoryItem[] = [];
  for (const message of messages) {
    const { role, content } = message;
    if (role === "system" || role === "user") {
      items.push({ type: role, text: content });
      continue;
    }
    if (role === "tool") continue;
    const said = [
      ...(content === "" ? [] : [content]),
      ...(message.toolCalls ?? []).map((call, index) => functionCall(call, index, results)),
    ];
    const last = items.at(-1);
    // The steps of one answer, with tools between them, are one message of the model.
    if (last?.type === "model") last.response.push(...said);
    else items.push({ type: "model", response: said });
  }
  return items.at(-1)?.type === "model" ? items : [...items, { type: "model", response: [] }];
};

type Call = NonNullable<Message["toolCalls"]>[number];

const functionCall = (
  { id, name, args }: Call,
  index: number,
  results: ReadonlyMap<string, string>,
): ChatModelFunctionCall => ({
  type: "functionCall",
  name,
  params: args,
  result: results.get(id) ?? "",
  startsNewChunk: index === 0,
});

/** Our tools in the library's form; none: undefined. */
export const chatFunctions = (tools: readonly ToolDefinition[]): ChatModelFunctions | undefined =>
  tools.length === 0
    ? undefined
    : Object.fromEntries(
        tools.map(({ name, description, parameters }) => [
          name,
          { description, params: parameters as ChatModelFunctions[string]["params"] },
        ]),
      );
