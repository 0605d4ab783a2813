import type { ChatPart, FinishReason, Usage } from "./provider.ts";
import { providerFailure, streamDropped, streamError } from "./provider-failure.ts";
import { parsedArgs, type SdkModel, type SdkOptions } from "./sdk-prompt.ts";

type SdkPart =
  Awaited<ReturnType<SdkModel["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
type SdkFinish = Extract<SdkPart, { type: "finish" }>;

/** One call through an `@ai-sdk` model, as our parts. */
export async function* sdkStream(
  model: SdkModel,
  options: SdkOptions,
  provider: { readonly name: string },
): AsyncGenerator<ChatPart> {
  try {
    const { stream } = await model.doStream(options);
    let isFinished = false;
    for await (const part of stream as unknown as AsyncIterable<SdkPart>) {
      // Some servers end twice; nothing after the first end belongs to the answer.
      if (isFinished) continue;
      const ours = partOf(part, provider.name);
      if (ours) yield ours;
      isFinished = ours?.type === "finish";
    }
    // Some servers' streams just end.
    if (!isFinished) throw streamDropped(provider.name);
  } catch (error) {
    if (options.abortSignal?.aborted) throw options.abortSignal.reason;
    throw providerFailure(error, provider);
  }
}

const partOf = (part: SdkPart, provider: string): ChatPart | null => {
  switch (part.type) {
    case "text-delta":
      return { type: "text", text: part.delta };
    case "reasoning-delta":
      return { type: "reasoning", text: part.delta };
    case "tool-call":
      return {
        type: "tool-call",
        id: part.toolCallId,
        name: part.toolName,
        args: parsedArgs(part.input, part.toolName, provider),
      };
    case "error":
      throw isSaidByServer(part.error) ? streamError(part.error, provider) : part.error;
    case "finish":
      // A server that closed the connection without a finish reason did not finish.
      if (part.finishReason.raw === undefined && !SAID_BY_FORMAT.has(part.finishReason.unified))
        throw streamDropped(provider);
      return { type: "finish", reason: reasonOf(part.finishReason.unified), usage: usageOf(part.usage) };
    default:
      return null;
  }
};

/** OpenAI's own API gives no reason for an end that is the usual one. */
const SAID_BY_FORMAT = new Set(["stop", "tool-calls", "content-filter"]);

/** What the SDK itself throws are errors: a line that is not JSON, a body that broke off. */
const isSaidByServer = (error: unknown): boolean =>
  !(error instanceof Error) || (error as { statusCode?: unknown }).statusCode !== undefined;

const reasonOf = (reason: SdkFinish["finishReason"]["unified"]): FinishReason => {
  if (reason === "stop" || reason === "length" || reason === "tool-calls") return reason;
  return reason === "content-filter" ? "refused" : "other";
};

const usageOf = (usage: SdkFinish["usage"]): Usage => ({
  input: usage.inputTokens.total ?? null,
  cached: usage.inputTokens.cacheRead ?? null,
  output: usage.outputTokens.total ?? null,
});
