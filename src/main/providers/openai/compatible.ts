import type { Provider } from "../provider.ts";
import { unknownWindow } from "../provider.ts";
import { maxAnswerBytes, type RequestLog } from "../request-log.ts";
import { sdkOptions, sdkPrompt } from "../sdk-prompt.ts";
import { sdkStream } from "../sdk-stream.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listedModels } from "./listed-models.ts";
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
      fetch: log.fetchFor(request.purpose, maxAnswerBytes(request)),
    }).chatModel(request.model);
    yield* sdkStream(model, sdkOptions(request, sdkPrompt(request.messages), signal), config);
  },
  embed: (ask, signal) => openAiEmbeddings(config, log, ask, signal),
  models: (signal) => listedModels(config, log, signal),
  window: async (model, signal) => {
    const listed = await listedModels(config, log, signal, "window").catch(() => []);
    const window = listed.find(({ id }) => id === model)?.window ?? unknownWindow;
    return { ...window, served: window.served ?? (await servedWindow(config.baseUrl, model, log, signal)) };
  },
});
