import type { Usage } from "./provider.ts";

/** Dollars for a million tokens. */
export type Price = { readonly input: number; readonly output: number; readonly cachedInput: number };

export const costOf = (usage: Usage, price: Price): number => {
  const cached = Math.min(usage.cached ?? 0, usage.input ?? 0);
  const fresh = (usage.input ?? 0) - cached;
  return (fresh * price.input + cached * price.cachedInput + (usage.output ?? 0) * price.output) / 1e6;
};
