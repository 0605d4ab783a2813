const dayMs = 86_400_000;

/** Notes up to this many days old weigh 1. */
const freshDays = 7;
const lossPerDay = 0.12;
const leastInContext = 0.2;

/** Of a daily note, by the dates of the note and of today, both `YYYY-MM-DD`. Never below 0. */
export const noteWeight = (date: string, today: string): number => {
  const age = daysBetween(date, today);
  return Math.max(0, 1 - lossPerDay * Math.max(0, age - freshDays));
};

/** A note that weighs less is left out of context; searching still finds it. */
export const isInContext = (weight: number): boolean => weight >= leastInContext;

/** The last day whose notes are left out of context, as of today. */
export const fadedSince = (today: string): string => {
  const days = Math.floor((1 - leastInContext) / lossPerDay) + freshDays + 1;
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
};

/** Strength of an entity or a relation, 0 to 1. */
export const graphRule = { accessed: 0.1, praised: 0.2, keptPerDay: 0.97, least: 0.01 } as const;

export const strengthened = (strength: number, by: "accessed" | "praised"): number =>
  Math.min(1, strength + graphRule[by]);

/** After this many whole days without a use. */
export const faded = (strength: number, staleDays: number): number =>
  strength * graphRule.keptPerDay ** Math.max(0, staleDays);

export const isPruned = (strength: number): boolean => strength < graphRule.least;

/** Whole days from one `YYYY-MM-DD` to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
