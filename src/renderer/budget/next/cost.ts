import type { ModelInfo } from "#shared/contract/providers.ts";
import type { Manifest } from "#shared/model/manifest.ts";

/** The cost of reading the prompt, in dollars: all of it, and with the prefix from the provider's cache. */
export type Cost = { readonly fresh: number; readonly cached: number; readonly date: string | null };

export const costOf = (manifest: Manifest, model: ModelInfo, prefixTokens: number): Cost | null => {
  if (!model.price) return null;
  const { input, cachedInput } = model.price;
  const reused = Math.min(prefixTokens, manifest.window.used);
  const fresh = (manifest.window.used * input) / MILLION;
  const cached = ((manifest.window.used - reused) * input + reused * cachedInput) / MILLION;
  return { fresh, cached, date: model.catalogueDate };
};

/** `$0.012`, `0.4 ¢`: only significant digits. */
export const formatDollars = (dollars: number): string => {
  if (dollars === 0) return "$0";
  if (dollars >= 0.1) return `$${dollars.toFixed(2)}`;
  const cents = dollars * 100;
  return `${cents >= 1 ? cents.toFixed(1) : cents.toPrecision(2)} ¢`;
};

const MILLION = 1_000_000;
