import type { ProviderKind } from "../contract/providers.ts";

/** Models of OpenAI that think first refuse a temperature. */
const WITHOUT = /^(o\d|gpt-5)/;

/** The highest temperature that a provider takes for a model; null: it takes none. */
export const maxTemperature = (kind: ProviderKind, model: string): number | null => {
  if (kind === "builtin") return null;
  if (kind === "openai" && WITHOUT.test(model)) return null;
  return kind === "anthropic" ? 1 : 2;
};

/** What is sent when this temperature was chosen; null: none. */
export const sentTemperature = (chosen: number | null, kind: ProviderKind, model: string): number | null => {
  const max = maxTemperature(kind, model);
  return chosen === null || max === null ? null : Math.min(chosen, max);
};
