import type { ProviderSettings } from "#shared/contract/providers.ts";

/**
 * The base address of a server's API, from the address that the user entered. OpenAI's and Anthropic's
 * formats are under `/v1`, so that is added to an address without a path; Ollama's own API is at the root,
 * whichever page the address was copied from.
 */
export const apiBase = (kind: ProviderSettings["kind"], baseUrl: string): string => {
  const base = baseUrl.replace(/\/+$/, "");
  if (kind === "ollama") return base.replace(/\/(?:v1|api)$/, "");
  return new URL(base).pathname === "/" ? `${base}/v1` : base;
};
