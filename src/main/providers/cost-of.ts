import type { Providers } from "./open-providers.ts";
import type { Usage } from "./provider.ts";

/** Dollars for a million tokens. */
export type Price = { readonly input: number; readonly output: number; readonly cachedInput: number };

export const costOf = (usage: Usage, price: Price): number => {
  const cached = Math.min(usage.cached ?? 0, usage.input ?? 0);
  const fresh = (usage.input ?? 0) - cached;
  return (fresh * price.input + cached * price.cachedInput + (usage.output ?? 0) * price.output) / 1e6;
};

/** What a call cost, null when its price is unknown; and whether its model runs on this machine. */
export const costOfCall =
  (providers: Pick<Providers, "priced">) => async (provider: string, model: string, usage: Usage) => {
    const { price, local } = await providers.priced(provider, model);
    // A call that broke off has a cost, but the provider did not report how much it read and wrote.
    const isKnown = usage.input !== null || usage.output !== null;
    return { cost: isKnown ? price && costOf(usage, price) : null, local };
  };
