import { z } from "zod";
import { fetchJson } from "../fetch-json.ts";
import type { ModelInfo } from "../provider.ts";
import type { RequestLog } from "../request-log.ts";
import type { OpenAiConfig } from "./config.ts";

const listing = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string().optional(),
      /** OpenRouter. */
      context_length: z.number().optional(),
      architecture: z.object({ input_modalities: z.array(z.string()).optional() }).nullish(),
      /** vLLM: the window it serves. */
      max_model_len: z.number().optional(),
      /** llama.cpp. */
      meta: z.object({ n_ctx_train: z.number().optional() }).nullish(),
    }),
  ),
});

/** `GET /models`, with what the server reports about windows. */
export const listedModels = async (
  config: OpenAiConfig,
  log: RequestLog,
  signal: AbortSignal,
  purpose: "models" | "window" = "models",
): Promise<readonly ModelInfo[]> => {
  const answer = await fetchJson(
    {
      url: `${config.baseUrl.replace(/\/$/, "")}/models`,
      headers: config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {},
      provider: config.name,
      purpose,
    },
    listing,
    log,
    signal,
  );
  return answer.data.map((model) => ({
    id: model.id,
    name: model.name ?? model.id,
    window: {
      trained: model.context_length ?? model.meta?.n_ctx_train ?? null,
      served: model.max_model_len ?? null,
      sees: model.architecture?.input_modalities?.includes("image"),
    },
  }));
};
