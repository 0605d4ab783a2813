import type { memoryPreset } from "#shared/contract/memory.ts";
import type { BoostGroup } from "../tiers.ts";

export type ListName = "keyword" | "vector" | "graph";

/** How ranks become scores: `Σ weight / (k + rank)`. */
export type Fusion = {
  readonly k: number;
  readonly weights: Readonly<Record<ListName, number>>;
  /** Whether the first hits are ordered again by other evidence (`recall-evidence.ts`). */
  readonly evidence?: boolean;
};

/** `default` performs best in `bench/recall`; `classic` is the textbook's. */
export const fusions = {
  default: { k: 3, weights: { keyword: 1, vector: 0.3, graph: 0.5 }, evidence: true },
  classic: { k: 60, weights: { keyword: 1, vector: 1, graph: 1 }, evidence: false },
} as const satisfies Record<string, Fusion>;

export type PresetName = (typeof memoryPreset.options)[number];
export type Boosts = Readonly<Record<BoostGroup, number>>;

export const presets: Readonly<Record<PresetName, Boosts>> = {
  general: { session: 1, graph: 1, knowledge: 1, workspace: 1 },
  research: { session: 0.8, graph: 1.8, knowledge: 1.5, workspace: 1 },
  debugging: { session: 2, graph: 0.7, knowledge: 0.9, workspace: 1.2 },
  debate: { session: 0.9, graph: 1.5, knowledge: 2, workspace: 1 },
};

/** The preset that a message's words suggest; debugging first, because an error is the most urgent. */
export const presetFor = (query: string): PresetName => {
  const words = new Set(
    query
      .slice(0, 16_384)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [],
  );
  const named = triggers.find(({ any }) => any.some((word) => words.has(word)));
  return named?.preset ?? "general";
};

const triggers: readonly { readonly preset: PresetName; readonly any: readonly string[] }[] = [
  { preset: "debugging", any: ["error", "errors", "exception", "traceback", "bug", "bugs", "failing"] },
  { preset: "debate", any: ["debate", "argue", "argument", "counterargument", "pros", "cons"] },
  { preset: "research", any: ["research", "study", "studies", "literature", "sources", "evidence"] },
];

/** How far below a good answer a hit may be before it is noise. */
export const floor = {
  /** Minimum cosine of a hit that no keyword supports. */
  cosine: 0.3,
  /** Cosine below which the vector list ends. */
  listed: 0.1,
  /** Minimum share of the best keyword score for a hit that no other list supports. */
  keyword: 0.15,
  /** A hit that contains more than this share of the query's words is relevant whatever its score. */
  covers: 0.5,
} as const;

/** The length of each list. Fixed, so that the order does not depend on how many hits are requested. */
export const LIST_LENGTH = 200;
