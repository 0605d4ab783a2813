import { z } from "zod";
import { fetchJson } from "../fetch-json.ts";
import { type ChatRequest, type Provider, unknownWindow } from "../provider.ts";
import type { OpenAiConfig } from "../openai/config.ts";
import { answerLimit, type RequestLog } from "../request-log.ts";
import { sdkOptions, sdkPrompt, type SdkPrompt } from "../sdk-prompt.ts";
import { sdkStream } from "../sdk-stream.ts";

const version = "2023-06-01";
const counted = z.object({ input_tokens: z.number().int() });
const listing = z.object({
  data: z.array(z.object({ id: z.string(), display_name: z.string().optional() })),
});

export const anthropic = (config: OpenAiConfig, log: RequestLog): Provider => {
  const base = config.baseUrl.replace(/\/$/, "");
  const headers = { "x-api-key": config.apiKey ?? "", "anthropic-version": version };
  const ask = { headers, provider: config.name };
  return {
    id: config.id,
    kind: "anthropic",
    name: config.name,
    chat: async function* (request, signal) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const model = createAnthropic({
        baseURL: base,
        apiKey: config.apiKey ?? "",
        fetch: log.fetchFor(request.purpose, answerLimit(request)),
      })(request.model);
      const { effort } = request;
      const options = {
        ...sdkOptions(request, cachedPrompt(request), signal),
        ...(effort === undefined ? {} : { providerOptions: { anthropic: { effort } } }),
      };
      yield* sdkStream(model, options, config);
    },
    models: async (signal) => {
      const answer = await fetchJson(
        { ...ask, url: `${base}/models?limit=1000`, purpose: "models" },
        listing,
        log,
        signal,
      );
      return answer.data.map(({ id, display_name }) => ({
        id,
        name: display_name ?? id,
        window: unknownWindow,
      }));
    },
    window: async () => unknownWindow,
    count: async (request, signal) => {
      const answer = await fetchJson(
        { ...ask, url: `${base}/messages/count_tokens`, purpose: "count", body: countBody(request) },
        counted,
        log,
        signal,
      );
      return answer.input_tokens;
    },
  };
};

const breakpoint = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * Two cache marks: at the end of the stable prefix, which is then read from the cache, and at the end of the
 * prompt, which the next call will start with. Where the prompt was only extended, they are one.
 */
export const cachedPrompt = (request: ChatRequest): SdkPrompt => {
  const prompt = stableMarked(request);
  const last = prompt.at(-1);
  return last ? prompt.with(prompt.length - 1, { ...last, providerOptions: breakpoint }) : prompt;
};

/** A system message that is only partly stable is sent as two blocks; joined, they are the same text. */
const stableMarked = (request: ChatRequest): SdkPrompt => {
  const prompt = sdkPrompt(request);
  const until = request.cacheUntil;
  const marked = until ? prompt[until.message] : undefined;
  if (!until || !marked || until.offset === 0) return prompt;
  const whole = until.offset >= (request.messages[until.message]?.content.length ?? 0);
  if (marked.role !== "system" || whole) {
    return prompt.with(until.message, { ...marked, providerOptions: breakpoint });
  }
  const stable = { ...marked, content: marked.content.slice(0, until.offset), providerOptions: breakpoint };
  const rest = { ...marked, content: marked.content.slice(until.offset) };
  return prompt.toSpliced(until.message, 1, stable, rest);
};

/** The same prompt in the format of the count endpoint. */
const countBody = (request: ChatRequest) => ({
  model: request.model,
  system: request.messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => ({ type: "text", text: content })),
  messages: request.messages
    .filter(({ role }) => role !== "system")
    .map((message) => ({
      role: message.role === "assistant" ? "assistant" : "user",
      content: contentOf(message),
    })),
  ...(request.tools.length === 0
    ? {}
    : {
        tools: request.tools.map(({ name, description, parameters }) => ({
          name,
          description,
          input_schema: parameters,
        })),
      }),
});

const contentOf = (message: ChatRequest["messages"][number]) => {
  if (message.role === "tool") {
    return [{ type: "tool_result", tool_use_id: message.toolCallId ?? "", content: message.content }];
  }
  const text = message.content ? [{ type: "text", text: message.content }] : [];
  const calls = (message.toolCalls ?? []).map(({ id, name, args }) => ({
    type: "tool_use",
    id,
    name,
    input: args,
  }));
  return [...text, ...calls];
};
