import type { DreamCandidate } from "#shared/contract/dream.ts";
import { DREAM_PARTS, DREAM_RULE, type DreamPart, varietyPart } from "#shared/model/dream-rule.ts";
import { t } from "../ui/messages/index.ts";
import type { BarPart } from "./score-bar.tsx";

const shades: Readonly<Record<DreamPart, number>> = {
  frequency: 92,
  relevance: 58,
  recency: 78,
  diversity: 49,
  days: 68,
};

/** The parts of a candidate's score; they add up to it. */
export const dreamParts = (candidate: DreamCandidate): readonly BarPart[] =>
  DREAM_PARTS.map((part) => ({
    key: part,
    value: DREAM_RULE.weights[part] * valueOf(candidate, part),
    shade: shades[part],
  }));

export const dreamLegend = () =>
  DREAM_PARTS.map((part) => ({
    label: t.memory.dream.parts[part],
    shade: shades[part],
  }));

const valueOf = (candidate: DreamCandidate, part: DreamPart): number =>
  part === "days" ? varietyPart(candidate.days) : candidate[part];

/** A short reason why a memory is not kept this time. */
export const verdictText = ({ verdict, hits, score }: DreamCandidate): string => {
  const words = t.memory.dream.verdicts;
  if (verdict === "too-few-hits") return words[verdict](hits);
  return verdict === "low-score" ? words[verdict](score.toFixed(2)) : words[verdict];
};
