import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { fetchJson } from "../fetch-json.ts";
import type { ChatRequest } from "../provider.ts";
import type { RequestLog } from "../request-log.ts";
import type { OpenAiConfig } from "./config.ts";

const written = z.object({ prompt: z.string() });
const cut = z.object({ tokens: z.array(z.unknown()) });

/**
 * The tokens of a prompt as llama.cpp reads it: written with the model's own template (`/apply-template`), then
 * cut by its tokenizer (`/tokenize`). Fails with `no-exact-count` at a different server.
 */
export const countAtLlama = async (
  { baseUrl, apiKey, name }: OpenAiConfig,
  { messages, tools }: ChatRequest,
  log: RequestLog,
  signal: AbortSignal,
): Promise<number> => {
  const { origin } = new URL(baseUrl);
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const ask = { headers, provider: name, purpose: "count" } as const;
  const body = {
    messages: messages.map(({ role, content, toolCalls, toolCallId }) => ({
      role,
      content,
      ...(toolCalls?.length && {
        tool_calls: toolCalls.map((call) => ({
          id: call.id,
          type: "function",
          function: { name: call.name, arguments: JSON.stringify(call.args) },
        })),
      }),
      ...(toolCallId !== undefined && { tool_call_id: toolCallId }),
    })),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
  };
  try {
    const { prompt } = await fetchJson(
      { ...ask, url: `${origin}/apply-template`, body },
      written,
      log,
      signal,
    );
    const content = { content: prompt, add_special: true, parse_special: true };
    const url = `${origin}/tokenize`;
    return (await fetchJson({ ...ask, url, body: content }, cut, log, signal)).tokens.length;
  } catch (error) {
    if (!(error instanceof Failure) || !UNKNOWN.has(error.code)) throw error;
    throw new Failure("no-exact-count", `${name} does not count a prompt before it is sent.`);
  }
};

/** What a server says that has no such endpoints. */
const UNKNOWN = new Set(["model-not-found", "provider-refused", "stream-malformed"]);
