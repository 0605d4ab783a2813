import type { DreamCandidate } from "#shared/contract/dream.ts";
import { t } from "../ui/messages/index.ts";
import type { BarPart } from "./score-bar.tsx";

/** How much each part weighs in a dream's score; the sum is the best score there is. */
const weights = { frequency: 0.24, relevance: 0.3, recency: 0.15, diversity: 0.15, days: 0.1 } as const;
const shades = { frequency: 92, relevance: 58, recency: 78, diversity: 49, days: 68 } as const;

export const bestDreamScore = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
export const neededDreamScore = 0.35;

type Part = keyof typeof weights;
const parts = Object.keys(weights) as Part[];

/** The score of a candidate in its parts; they add up to it. */
export const dreamParts = (candidate: DreamCandidate): readonly BarPart[] =>
  parts.map((part) => ({ key: part, value: weights[part] * valueOf(candidate, part), shade: shades[part] }));

export const dreamLegend = parts.map((part) => ({ label: t.memory.dream.parts[part], shade: shades[part] }));

const valueOf = (candidate: DreamCandidate, part: Part): number =>
  part === "days" ? Math.min(1, candidate.days / 5) : candidate[part];

/** Why a memory is not kept this time, short. */
export const verdictText = ({ verdict, hits, score }: DreamCandidate): string => {
  const words = t.memory.dream.verdicts;
  if (verdict === "too-few-hits") return words[verdict](hits);
  return verdict === "low-score" ? words[verdict](score.toFixed(2)) : words[verdict];
};
