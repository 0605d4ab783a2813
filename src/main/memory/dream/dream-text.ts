import { type Origin, withOutsideMark, withoutOutsideMark } from "#shared/model/origin.ts";
import { DREAM_RULE } from "#shared/model/dream-rule.ts";
import type { DreamScore, Judged } from "./score-dream.ts";

/** A fact with its figures. */
export type DreamedFact = Pick<DreamScore, "score" | "hits" | "days"> & {
  readonly fact: string;
  readonly origin?: Origin;
};

/** The section added to MEMORY.md; undo removes exactly these bytes. */
export const dreamedSection = (at: Date, facts: readonly DreamedFact[]): string =>
  `## Dreamed ${minuteOf(at)}\n\n${facts.map(factLine).join("\n")}\n`;

/** The diary entry, whatever the sweep did. */
export const diarySection = (
  at: Date,
  sweep: { readonly candidates: number; readonly skipped: number; readonly promoted: readonly DreamedFact[] },
): string => {
  const counts = [
    `- candidates: ${sweep.candidates}`,
    `- promoted: ${sweep.promoted.length}`,
    `- skipped (already promoted): ${sweep.skipped}`,
  ];
  const list = sweep.promoted.length > 0 ? `\n${sweep.promoted.map(factLine).join("\n")}\n` : "";
  return `## Deep Sleep ${minuteOf(at)}\n\n${counts.join("\n")}\n${list}`;
};

/**
 * The newlines that separate a section from the end of a file. Added, so that the bytes before stay
 * unchanged.
 */
export const gapAfter = (before: string): string => {
  if (before === "" || /\n\r?\n$/.test(before)) return "";
  return before.endsWith("\n") ? "\n" : "\n\n";
};

const factLine = ({ fact, score, hits, days, origin = "you" }: DreamedFact) =>
  `- ${withOutsideMark(fact, origin)} _(score=${score.toFixed(2)}, hits=${hits}, days=${days})_`;

/** `2026-11-16 03:05 UTC` */
export const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** The facts of earlier sweeps in a MEMORY.md, as they were promoted. */
export const dreamedFacts = (memoryText: string): readonly string[] => {
  let dreamed = false;
  return memoryText.split(/\r?\n/).flatMap((line) => {
    if (/^#{1,2} /.test(line)) dreamed = /^## Dreamed(?!\S)/.test(line);
    const fact = dreamed ? /^- (.*?)(?: _\(score=[^)]*\)_)?$/.exec(line)?.[1] : undefined;
    return fact === undefined ? [] : [withoutOutsideMark(fact)];
  });
};

/** The sections of earlier sweeps with their time and figures; facts whose figures were edited are left out. */
export const dreamedSections = (
  memoryText: string,
): readonly { readonly at: Date; readonly facts: readonly DreamedFact[] }[] => {
  const sections: { at: Date; facts: DreamedFact[] }[] = [];
  let open: { at: Date; facts: DreamedFact[] } | null = null;
  for (const line of memoryText.split(/\r?\n/)) {
    if (/^#{1,2} /.test(line)) {
      const [, day = "", minute = ""] = /^## Dreamed (\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC$/.exec(line) ?? [];
      const at = new Date(`${day}T${minute}:00.000Z`);
      open = Number.isNaN(at.getTime()) ? null : { at, facts: [] };
      if (open) sections.push(open);
    }
    const [, fact = "", score, hits, days] =
      /^- (.+) _\(score=(\d+\.\d+), hits=(\d+), days=(\d+)\)_$/.exec(line) ?? [];
    if (fact !== "")
      open?.facts.push({
        fact: withoutOutsideMark(fact),
        score: Number(score),
        hits: Number(hits),
        days: Number(days),
      });
  }
  return sections;
};

/** The fact in a line of a sweep. */
export const withoutFigures = (text: string): string => text.replace(/ _\(score=[^)]*\)_$/, "");

/** Why a candidate is promoted or not, shown to the user. */
export const reasonOf = ({ verdict, hits, queries, days, score }: Judged<unknown>): string => {
  const found = `Recalled ${times(hits)} for ${queries === 1 ? "one question" : `${queries} questions`} on ${days === 1 ? "one day" : `${days} days`}`;
  switch (verdict) {
    case "promote":
      return `${found}; its score of ${score.toFixed(2)} is at least ${DREAM_RULE.score}.`;
    case "promoted-before":
      return "It was promoted before.";
    case "too-few-hits":
      return `${found}; it takes ${DREAM_RULE.hits} times.`;
    case "too-few-queries":
      return `${found}; it takes ${DREAM_RULE.queries} different questions.`;
    case "low-score":
      return `${found}; its score of ${score.toFixed(2)} is below ${DREAM_RULE.score}.`;
    case "over-limit":
      return `${found}, but ${DREAM_RULE.promotions} others score higher, and no more are promoted at a time.`;
  }
};

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
