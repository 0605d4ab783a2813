import { z } from "zod";
import type { ProviderKind } from "../contract/providers.ts";

export const efforts = ["low", "medium", "high"] as const;

/** Each text at which an answer ends, and how many of them. */
export const MAX_STOP_CHARS = 100;
export const MAX_STOPS = 4;
export const MAX_SEED = 2 ** 31 - 1;

/** How a model chooses its words. What is not set is the server's own. */
export const sampling = z.object({
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  /** How much a model thinks before it answers. */
  effort: z.enum(efforts).optional(),
  seed: z.number().int().min(0).max(MAX_SEED).optional(),
  stop: z.array(z.string().min(1).max(MAX_STOP_CHARS)).min(1).max(MAX_STOPS).optional(),
});
export type Sampling = z.output<typeof sampling>;
export type SamplingField = keyof Sampling;

export const samplingFields = Object.keys(sampling.shape) as readonly SamplingField[];

/** Models of OpenAI that think first. */
const OPENAI_THINKS = /^(o\d|gpt-[5-9])/;
/** Models of Anthropic that have efforts. */
const ANTHROPIC_EFFORT = /^claude-(opus-4-[5-9]|sonnet-4-[6-9]|[a-z]+-[5-9])/;
/** Models of Anthropic whose temperature and top-p are fixed. */
const ANTHROPIC_FIXED = /^claude-(opus-4-[7-9]|[a-z]+-[5-9])/;
/** Models that Ollama takes an effort for; for others it refuses the request. */
const OLLAMA_EFFORT = /gpt-oss/i;

/** The highest temperature that a provider takes for a model; null: it takes none. */
export const maxTemperature = (kind: ProviderKind, model: string): number | null => {
  if (!takes(kind, model).includes("temperature")) return null;
  return kind === "anthropic" ? 1 : 2;
};

/** What a provider takes for a model. */
export const takes = (kind: ProviderKind, model: string): readonly SamplingField[] => {
  switch (kind) {
    case "builtin":
      return [];
    case "local":
      return ["temperature", "topP", "seed", "stop"];
    case "ollama":
      return ["temperature", "topP", "seed", "stop", ...(OLLAMA_EFFORT.test(model) ? EFFORT : [])];
    case "openai":
      return OPENAI_THINKS.test(model) ? EFFORT : ["temperature", "topP"];
    case "openai-compatible":
      return ["temperature", "topP", "effort", "seed", "stop"];
    case "anthropic":
      return [
        ...(ANTHROPIC_FIXED.test(model) ? [] : (["temperature", "topP"] as const)),
        ...(ANTHROPIC_EFFORT.test(model) ? EFFORT : []),
        "stop",
      ];
  }
};

const EFFORT = ["effort"] as const;

/** Only what the provider takes for this model, and no more of it than it takes. */
export const sentSampling = (chosen: Sampling, kind: ProviderKind, model: string): Sampling => {
  const taken = new Set<string>(takes(kind, model));
  const sent: Sampling = Object.fromEntries(
    Object.entries(chosen).filter(([field, value]) => value !== undefined && taken.has(field)),
  );
  const max = maxTemperature(kind, model);
  const { temperature } = sent;
  if (temperature === undefined || max === null) return sent;
  const capped = { ...sent, temperature: Math.min(temperature, max) };
  // Anthropic refuses both together.
  return kind === "anthropic" ? without(capped, "topP") : capped;
};

const without = ({ ...sent }: Sampling, field: SamplingField): Sampling => {
  delete sent[field];
  return sent;
};

/** The fields that are set, of something that also has others. */
export const samplingOf = (chosen: {
  readonly [Field in SamplingField]?: Sampling[Field] | null;
}): Sampling =>
  Object.fromEntries(
    samplingFields.flatMap((field) => {
      const value = chosen[field];
      return value === undefined || value === null ? [] : [[field, value]];
    }),
  );
