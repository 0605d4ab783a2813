import { isFaded, NOTE_FADING } from "#shared/model/note-fading.ts";

const DAY_MS = 86_400_000;
const { freshDays: FRESH_DAYS, lossPerDay: LOSS_PER_DAY, minWeight: MIN_WEIGHT } = NOTE_FADING;

/** The weight of a daily note, by the dates of the note and of today, both `YYYY-MM-DD`. Never below 0. */
export const noteWeight = (date: string, today: string): number => {
  const age = daysBetween(date, today);
  return Math.max(0, 1 - LOSS_PER_DAY * Math.max(0, age - FRESH_DAYS));
};

/** A note that weighs less is omitted from prompts; a search still finds it. */
export const isInContext = (weight: number): boolean => !isFaded({ weight });

/** The last day whose notes are omitted from prompts, as of today. */
export const fadedSince = (today: string): string => {
  const days = Math.floor((1 - MIN_WEIGHT) / LOSS_PER_DAY) + FRESH_DAYS + 1;
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
};

/** Strength of an entity or a relation, 0 to 1. */
export const graphRule = { accessed: 0.1, praised: 0.2, keptPerDay: 0.97, least: 0.01 } as const;

export const strengthened = (strength: number, by: "accessed" | "praised"): number =>
  Math.min(1, strength + graphRule[by]);

/** The strength after this many whole days without use. */
export const faded = (strength: number, staleDays: number): number =>
  strength * graphRule.keptPerDay ** Math.max(0, staleDays);

export const isPruned = (strength: number): boolean => strength < graphRule.least;

/** Whole days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
