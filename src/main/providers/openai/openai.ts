import { Failure } from "#shared/contract/index.ts";
import { takes } from "#shared/model/sampling.ts";
import { z } from "zod";
import { fetchJson } from "../fetch-json.ts";
import { type ChatPart, type ChatRequest, type Provider, unknownWindow } from "../provider.ts";
import { answerLimit, type RequestLog } from "../request-log.ts";
import { sdkOptions, type SdkOptions, sdkPrompt } from "../sdk-prompt.ts";
import { sdkStream } from "../sdk-stream.ts";
import type { OpenAiConfig } from "./config.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listedModels } from "./listed-models.ts";

const counted = z.object({ input_tokens: z.number().int() });

/**
 * OpenAI itself, through its Responses API; it is asked not to store what it is sent. A server at a different
 * address that has no such API, or not as OpenAI has it, is asked through chat completions.
 */
export const openAi = (config: OpenAiConfig, log: RequestLog): Provider => {
  const answer = async function* (request: ChatRequest, signal: AbortSignal, way: Way) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const made = createOpenAI({
      baseURL: config.baseUrl,
      apiKey: config.apiKey ?? "",
      fetch: log.fetchFor(request.purpose, answerLimit(request)),
    });
    const model = way === "completions" ? made.chat(request.model) : made.responses(request.model);
    const options = way === "completions" ? chatOptions(request, signal) : optionsFor(request, signal, way);
    yield* sdkStream(model, options, config);
  };
  return {
    id: config.id,
    kind: "openai",
    name: config.name,
    chat: (request, signal) => inOneWay(config.baseUrl, request, (way) => answer(request, signal, way)),
    embed: (ask, signal) => openAiEmbeddings(config, log, ask, signal),
    models: (signal) => listedModels(config, log, signal),
    window: async () => unknownWindow,
    count: async (request, signal) => {
      const answered = await fetchJson(
        {
          url: `${config.baseUrl.replace(/\/$/, "")}/responses/input_tokens`,
          headers: { authorization: `Bearer ${config.apiKey ?? ""}` },
          provider: config.name,
          purpose: "count",
          body: countBody(request),
        },
        counted,
        log,
        signal,
      );
      return answered.input_tokens;
    },
  };
};

type Way = "with-thoughts" | "without-thoughts" | "completions";

/** The ways in turn, as long as the server refuses them before it says a word. */
async function* inOneWay(
  baseUrl: string,
  { model }: ChatRequest,
  answer: (way: Way) => AsyncIterable<ChatPart>,
): AsyncGenerator<ChatPart> {
  const own = new URL(baseUrl).hostname === "api.openai.com";
  const first = takes("openai", model).includes("effort") ? "with-thoughts" : "without-thoughts";
  for (let way: Way = onlyCompletions.has(baseUrl) ? "completions" : first; ;) {
    let isSilent = true;
    try {
      for await (const part of answer(way)) {
        isSilent = false;
        yield part;
      }
      return;
    } catch (error) {
      const next = isSilent && error instanceof Failure ? wayAfter(way, error, own) : null;
      if (next === null) throw error;
      if (next === "completions" && onlyCompletions.size < MAX_REMEMBERED) onlyCompletions.add(baseUrl);
      way = next;
    }
  }
}

/** Addresses that have no Responses API, so that it is not tried each time. */
const onlyCompletions = new Set<string>();
const MAX_REMEMBERED = 100;

const wayAfter = (way: Way, failure: Failure, own: boolean): Way | null => {
  if (way === "completions") return null;
  // An account that was not verified gets answers, but no summaries of thoughts.
  if (way === "with-thoughts" && refusesSummary(failure)) return "without-thoughts";
  const isDifferent = failure.code === "model-not-found" || failure.code === "stream-malformed";
  return isDifferent && !own ? "completions" : null;
};

const chatOptions = (request: ChatRequest, signal: AbortSignal): SdkOptions => ({
  ...sdkOptions(request, sdkPrompt(request), signal),
  // `system` as shown in the preview; the SDK would send `developer` to newer models.
  providerOptions: {
    openai: {
      systemMessageMode: "system",
      ...(request.effort !== undefined && { reasoningEffort: request.effort }),
    },
  },
});

const optionsFor = (request: ChatRequest, signal: AbortSignal, way: Way): SdkOptions => {
  const { tools, ...options } = sdkOptions(request, sdkPrompt(request), signal);
  const session = request.about?.session ?? null;
  const openai = {
    systemMessageMode: "system",
    store: false,
    reasoningSummary: way === "with-thoughts" ? "auto" : null,
    ...(request.effort !== undefined && { reasoningEffort: request.effort }),
    // Prompts of one conversation begin alike, so they are sent where the last one is cached.
    ...(session !== null && { promptCacheKey: session }),
  };
  return {
    ...options,
    // Without the word, this API makes every argument of a tool required.
    ...(tools && {
      tools: tools.map((tool) => (tool.type === "function" ? { ...tool, strict: false } : tool)),
    }),
    providerOptions: { openai },
  };
};

const refusesSummary = (failure: Failure): boolean =>
  failure.code === "provider-refused" && /reasoning[._ ]summar/i.test(JSON.stringify(failure.detail));

/** The same prompt for the count endpoint. */
const countBody = (request: ChatRequest) => ({
  model: request.model,
  input: request.messages.flatMap((message): object[] => {
    if (message.role === "tool")
      return [{ type: "function_call_output", call_id: message.toolCallId ?? "", output: message.content }];
    const said = message.content === "" ? [] : [{ role: message.role, content: message.content }];
    const calls = (message.toolCalls ?? []).map(({ id, name, args }) => ({
      type: "function_call",
      call_id: id,
      name,
      arguments: JSON.stringify(args),
    }));
    return [...said, ...calls];
  }),
  ...(request.tools.length > 0 && {
    tools: request.tools.map(({ name, description, parameters }) => ({
      type: "function",
      name,
      description,
      parameters,
      strict: false,
    })),
  }),
});
