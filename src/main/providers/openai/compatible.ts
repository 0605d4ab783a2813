import type { ChatRequest, Provider } from "../provider.ts";
import { unknownWindow } from "../provider.ts";
import { answerLimit, type RequestLog } from "../request-log.ts";
import { sdkOptions, type SdkOptions, sdkPrompt } from "../sdk-prompt.ts";
import { sdkStream } from "../sdk-stream.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listedModels } from "./listed-models.ts";
import { isLoopback } from "../is-loopback.ts";
import { countAtLlama } from "./count-at-llama.ts";
import type { OpenAiConfig } from "./config.ts";
import { servedWindow } from "./served-window.ts";

/** Any server with OpenAI's chat completions API: LM Studio, llama.cpp, vLLM, OpenRouter … */
export const openAiCompatible = (config: OpenAiConfig, log: RequestLog): Provider => ({
  id: config.id,
  kind: "openai-compatible",
  name: config.name,
  chat: async function* (request, signal) {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const model = createOpenAICompatible({
      name: config.id,
      baseURL: config.baseUrl,
      ...(config.apiKey ? { apiKey: config.apiKey } : {}),
      includeUsage: true,
      fetch: log.fetchFor(request.purpose, answerLimit(request)),
    }).chatModel(request.model);
    yield* sdkStream(model, optionsFor(request, config.id, signal), config);
  },
  embed: (ask, signal) => openAiEmbeddings(config, log, ask, signal),
  models: (signal) => listedModels(config, log, signal),
  // llama.cpp alone can say how its template writes a prompt. Only servers on this machine are asked.
  ...(isLoopback(config.baseUrl) && {
    count: (request, signal) => countAtLlama(config, request, log, signal),
  }),
  window: async (model, signal) => {
    const listed = await listedModels(config, log, signal, "window").catch(() => []);
    const window = listed.find(({ id }) => id === model)?.window ?? unknownWindow;
    if (window.served !== null && window.sees !== undefined) return window;
    const asked = await servedWindow(config, model, log, signal);
    return { ...window, served: window.served ?? asked.served, sees: window.sees ?? asked.sees };
  },
});

const optionsFor = (request: ChatRequest, id: string, signal: AbortSignal): SdkOptions => ({
  ...sdkOptions(request, sdkPrompt(request), signal),
  ...(request.effort === undefined ? {} : { providerOptions: { [id]: { reasoningEffort: request.effort } } }),
});
