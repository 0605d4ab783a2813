import type { OpenAICompatibleProvider } from "@ai-sdk/openai-compatible";
import { Failure } from "#shared/contract/index.ts";
import type { Picture } from "#shared/model/picture.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { ChatRequest } from "./provider.ts";

/** The interface of every `@ai-sdk` model. */
export type SdkModel = ReturnType<OpenAICompatibleProvider["chatModel"]>;
export type SdkOptions = Parameters<SdkModel["doStream"]>[0];
export type SdkPrompt = SdkOptions["prompt"];
type SdkMessage = SdkPrompt[number];

/** Converts our messages to the SDK's format; the text of each is unchanged. */
export const sdkPrompt = ({ messages, pictures }: Pick<ChatRequest, "messages" | "pictures">): SdkPrompt => {
  const callNames = new Map(
    messages.flatMap((message) => (message.toolCalls ?? []).map((call) => [call.id, call.name] as const)),
  );
  return messages.map((message): SdkMessage => {
    switch (message.role) {
      case "system":
        return { role: "system", content: message.content };
      case "user":
        return {
          role: "user",
          content: [
            // Vendors advise to show a picture before asking about it.
            ...(message.pictures ?? []).map((picture) => filePart(picture, pictures)),
            { type: "text", text: message.content },
          ],
        };
      case "assistant":
        return {
          role: "assistant",
          content: [
            ...(message.content ? [{ type: "text" as const, text: message.content }] : []),
            ...(message.toolCalls ?? []).map((call) => ({
              type: "tool-call" as const,
              toolCallId: call.id,
              toolName: call.name,
              input: call.args,
            })),
          ],
        };
      case "tool": {
        const id = message.toolCallId ?? "";
        return {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: id,
              toolName: callNames.get(id) ?? "tool",
              output: { type: "text", value: message.content },
            },
          ],
        };
      }
    }
  });
};

const filePart = (
  { sha256, type }: Picture,
  pictures: ChatRequest["pictures"],
): { type: "file"; mediaType: string; data: { type: "data"; data: Uint8Array } } => ({
  type: "file",
  mediaType: type,
  data: { type: "data", data: bytesOf(sha256, pictures) },
});

/** Whoever made the request has read them. */
export const bytesOf = (sha256: string, pictures: ChatRequest["pictures"]): Uint8Array => {
  const bytes = pictures?.get(sha256);
  if (!bytes) throw new Error(`The bytes of the picture ${sha256} are not in the request.`);
  return bytes;
};

export const sdkTools = (tools: readonly ToolDefinition[]): SdkOptions["tools"] =>
  tools.length === 0
    ? undefined
    : tools.map((tool) => ({
        type: "function",
        name: tool.name,
        description: tool.description,
        inputSchema: tool.parameters as Extract<
          NonNullable<SdkOptions["tools"]>[number],
          { type: "function" }
        >["inputSchema"],
      }));

export const sdkOptions = (request: ChatRequest, prompt: SdkPrompt, signal: AbortSignal): SdkOptions => ({
  prompt,
  maxOutputTokens: request.maxOutputTokens,
  ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
  ...(request.topP === undefined ? {} : { topP: request.topP }),
  ...(request.seed === undefined ? {} : { seed: request.seed }),
  ...(request.stop === undefined ? {} : { stopSequences: request.stop }),
  ...(request.tools.length === 0 ? {} : { tools: sdkTools(request.tools) }),
  abortSignal: signal,
});

export const parsedArgs = (input: string, tool: string, provider: string): unknown => {
  try {
    return input === "" ? {} : (JSON.parse(input) as unknown);
  } catch {
    throw new Failure("stream-malformed", `${provider} called ${tool} with arguments that are not JSON.`);
  }
};
