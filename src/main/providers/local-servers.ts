import { z } from "zod";
import type { ServerKind } from "#shared/contract/providers.ts";
import { fetchJson } from "./fetch-json.ts";
import type { RequestLog } from "./request-log.ts";

export type LocalServer = {
  readonly kind: ServerKind;
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
};

const ollamaTags = z
  .object({ models: z.array(z.object({ name: z.string() })) })
  .transform(({ models }) => models.map(({ name }) => name));
const openAiModels = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .transform(({ data }) => data.map(({ id }) => id));

export type UsualServer = Omit<LocalServer, "models"> & {
  readonly path: string;
  readonly models: z.ZodType<string[]>;
};

/** The ports on which model servers usually listen. */
export const usualServers: readonly UsualServer[] = [
  {
    kind: "ollama",
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434",
    path: "/api/tags",
    models: ollamaTags,
  },
  {
    kind: "openai-compatible",
    name: "LM Studio",
    baseUrl: "http://127.0.0.1:1234/v1",
    path: "/models",
    models: openAiModels,
  },
  {
    kind: "openai-compatible",
    name: "llama.cpp",
    baseUrl: "http://127.0.0.1:8080/v1",
    path: "/models",
    models: openAiModels,
  },
  // What llama.cpp announces as its port instead of 8080.
  {
    kind: "openai-compatible",
    name: "llama.cpp",
    baseUrl: "http://127.0.0.1:9931/v1",
    path: "/models",
    models: openAiModels,
  },
];

/**
 * The model servers that are running on this machine right now. Asks loopback only, all at once; `patience`
 * in ms.
 */
export const findLocalServers = async (
  log: RequestLog,
  signal: AbortSignal,
  usual = usualServers,
  patience = 500,
): Promise<readonly LocalServer[]> => {
  const found = await Promise.all(
    usual.map(async ({ kind, name, baseUrl, path, models }): Promise<LocalServer | null> => {
      const ask = { url: `${baseUrl}${path}`, headers: {}, provider: name, purpose: "discover" as const };
      const soon = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
      const listed = await fetchJson(ask, models, log, soon).catch(() => null);
      return listed && { kind, name, baseUrl, models: listed };
    }),
  );
  return found.filter((server) => server !== null);
};
