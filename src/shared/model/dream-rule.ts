/**
 * When a dream keeps a memory permanently: the weight of each part of its score, and what a memory needs. The
 * core computes the score with it, and the window draws and explains the same numbers.
 */
export const DREAM_RULE = {
  /** Each part is between 0 and 1; the score is their weighted sum. */
  weights: { frequency: 0.24, relevance: 0.3, recency: 0.15, diversity: 0.15, days: 0.1 },
  /** Recalls at which the frequency reaches 1. */
  fullHits: 6,
  /** Different questions or days at which the diversity, and days at which that part, reaches 1. */
  fullVariety: 5,
  /** After this many days without a recall the recency is half. */
  halfLifeDays: 7,
  /** What a memory needs to be kept. */
  hits: 3,
  queries: 2,
  score: 0.35,
  /** The most memories that one dream keeps. */
  promotions: 20,
} as const;

export type DreamPart = keyof typeof DREAM_RULE.weights;
export const DREAM_PARTS = Object.keys(DREAM_RULE.weights) as readonly DreamPart[];

/** The highest possible score. */
export const BEST_DREAM_SCORE = Object.values(DREAM_RULE.weights).reduce((sum, weight) => sum + weight, 0);

/** The part of a score for this many different questions or days. */
export const varietyPart = (different: number): number => Math.min(1, different / DREAM_RULE.fullVariety);
