import { z } from "zod";
import { fetchJson } from "../fetch-json.ts";
import { isLoopback } from "../is-loopback.ts";
import type { RequestLog } from "../request-log.ts";
import type { ServerWindow } from "../provider.ts";
import type { OpenAiConfig } from "./config.ts";

const llamaProps = z.object({
  default_generation_settings: z.object({ n_ctx: z.number() }),
  modalities: z.object({ vision: z.boolean().optional() }).optional(),
});
/** LM Studio from 0.4 on: a model may be loaded several times, each with a window of its own. */
const lmStudioModels = z.object({
  models: z.array(
    z.object({
      key: z.string(),
      capabilities: z.object({ vision: z.boolean().optional() }).nullish(),
      loaded_instances: z
        .array(z.object({ id: z.string(), config: z.object({ context_length: z.number().optional() }) }))
        .default([]),
    }),
  ),
});
/** Before. */
const lmStudioBefore = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      loaded_context_length: z.number().optional(),
      /** `vlm`: it sees pictures. */
      type: z.string().optional(),
    }),
  ),
});

/**
 * The window that a local server really serves: llama.cpp reports it at `/props`, LM Studio at
 * `/api/v1/models`, older ones at `/api/v0/models`. Only servers on this machine are asked; elsewhere it would mean
 * guessing paths on somebody's server. Null when no server reports it. The same answers say whether it sees pictures.
 */
export const servedWindow = async (
  { baseUrl, apiKey }: Pick<OpenAiConfig, "baseUrl" | "apiKey">,
  model: string,
  log: RequestLog,
  signal: AbortSignal,
): Promise<Pick<ServerWindow, "served" | "sees">> => {
  if (!isLoopback(baseUrl)) return { served: null };
  const { origin } = new URL(baseUrl);
  // llama.cpp asks for its key at `/props`, too.
  const headers: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  const ask = <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema> | null> =>
    fetchJson(
      { headers, provider: origin, purpose: "window", url: `${origin}${path}` },
      schema,
      log,
      signal,
    ).catch(() => null);
  const props = await ask("/props", llamaProps);
  if (props) {
    return { served: props.default_generation_settings.n_ctx, sees: props.modalities?.vision };
  }
  const studio = await ask("/api/v1/models", lmStudioModels);
  if (studio) {
    const own = studio.models.find(
      ({ key, loaded_instances }) => key === model || loaded_instances.some(({ id }) => id === model),
    );
    return { served: loadedWindow(studio, model), sees: own?.capabilities?.vision };
  }
  const before = await ask("/api/v0/models", lmStudioBefore);
  const own = before?.data.find(({ id }) => id === model);
  return {
    served: own?.loaded_context_length ?? null,
    sees: own?.type === undefined ? undefined : own.type === "vlm",
  };
};

/** By the id of what is loaded, or by the model's own; of several the smallest, which any of them can hold. */
const loadedWindow = ({ models }: z.output<typeof lmStudioModels>, model: string): number | null => {
  const windows = models
    .flatMap(({ key, loaded_instances }) => loaded_instances.map((loaded) => ({ key, ...loaded })))
    .filter(({ key, id }) => id === model || key === model)
    .flatMap(({ config }) => config.context_length ?? []);
  return windows.length === 0 ? null : Math.min(...windows);
};
