import { z } from "zod";
import { fetchJson } from "../fetch-json.ts";
import type { RequestLog } from "../request-log.ts";
import type { OpenAiConfig } from "./config.ts";

const answer = z.object({
  data: z.array(z.object({ index: z.number().int(), embedding: z.array(z.number()) })),
});

/** `POST /embeddings`, one vector per text, in the order of the texts. */
export const openAiEmbeddings = async (
  config: OpenAiConfig,
  log: RequestLog,
  ask: { readonly model: string; readonly texts: readonly string[] },
  signal: AbortSignal,
): Promise<readonly number[][]> => {
  const { data } = await fetchJson(
    {
      url: `${config.baseUrl.replace(/\/$/, "")}/embeddings`,
      headers: config.apiKey ? { authorization: `Bearer ${config.apiKey}` } : {},
      provider: config.name,
      purpose: "embed",
      body: { model: ask.model, input: ask.texts },
    },
    answer,
    log,
    signal,
  );
  return [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding);
};
