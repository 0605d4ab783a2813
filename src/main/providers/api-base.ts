import type { ProviderSettings } from "#shared/contract/providers.ts";

/**
 * Where a server's API begins, from the address as people write it. OpenAI's and Anthropic's formats live under
 * `/v1`, so an address without a path means that; Ollama's own API is at the root, whatever page it was copied
 * from.
 */
export const apiBase = (kind: ProviderSettings["kind"], baseUrl: string): string => {
  const base = baseUrl.replace(/\/+$/, "");
  if (kind === "ollama") return base.replace(/\/(?:v1|api)$/, "");
  return new URL(base).pathname === "/" ? `${base}/v1` : base;
};
