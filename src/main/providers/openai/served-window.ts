import { z } from "zod";
import { fetchJson } from "../fetch-json.ts";
import { isLoopback } from "../is-loopback.ts";
import type { RequestLog } from "../request-log.ts";

const llamaProps = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) });
const lmStudioModels = z.object({
  data: z.array(z.object({ id: z.string(), loaded_context_length: z.number().optional() })),
});

/**
 * The window that a local server really serves: llama.cpp reports it at `/props`, LM Studio at
 * `/api/v0/models`. Only servers on this machine are asked; elsewhere it would mean guessing paths on
 * somebody's server. Null when no server reports it.
 */
export const servedWindow = async (
  baseUrl: string,
  model: string,
  log: RequestLog,
  signal: AbortSignal,
): Promise<number | null> => {
  if (!isLoopback(baseUrl)) return null;
  const { origin } = new URL(baseUrl);
  const ask = { headers: {}, provider: origin, purpose: "window" as const };
  const props = await fetchJson({ ...ask, url: `${origin}/props` }, llamaProps, log, signal).catch(
    () => null,
  );
  if (props) return props.default_generation_settings.n_ctx;
  const studio = await fetchJson(
    { ...ask, url: `${origin}/api/v0/models` },
    lmStudioModels,
    log,
    signal,
  ).catch(() => null);
  return studio?.data.find(({ id }) => id === model)?.loaded_context_length ?? null;
};
