import type { Provider } from "../provider.ts";
import { unknownWindow } from "../provider.ts";
import { maxAnswerBytes, type RequestLog } from "../request-log.ts";
import { sdkOptions, sdkPrompt } from "../sdk-prompt.ts";
import { sdkStream } from "../sdk-stream.ts";
import type { OpenAiConfig } from "./config.ts";
import { openAiEmbeddings } from "./embeddings.ts";
import { listedModels } from "./listed-models.ts";

/** OpenAI itself, through its chat completions API. */
export const openAi = (config: OpenAiConfig, log: RequestLog): Provider => ({
  id: config.id,
  kind: "openai",
  name: config.name,
  chat: async function* (request, signal) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const model = createOpenAI({
      baseURL: config.baseUrl,
      apiKey: config.apiKey ?? "",
      fetch: log.fetchFor(request.purpose, maxAnswerBytes(request)),
    }).chat(request.model);
    // `system` as shown in the preview; the SDK would send `developer` to newer models.
    const options = { ...sdkOptions(request, sdkPrompt(request.messages), signal) };
    yield* sdkStream(
      model,
      { ...options, providerOptions: { openai: { systemMessageMode: "system" } } },
      config,
    );
  },
  embed: (ask, signal) => openAiEmbeddings(config, log, ask, signal),
  models: (signal) => listedModels(config, log, signal),
  window: async () => unknownWindow,
});
