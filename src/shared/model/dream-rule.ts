/**
 * When a dream keeps a memory for good: how much each part of its score weighs, and what a memory needs. The
 * core scores by it, and the window draws and explains the same numbers.
 */
export const DREAM_RULE = {
  /** Each part is between 0 and 1; the score is their weighted sum. */
  weights: { frequency: 0.24, relevance: 0.3, recency: 0.15, diversity: 0.15, days: 0.1 },
  /** Recalls at which the frequency is full. */
  fullHits: 6,
  /** Different questions or days at which the diversity, and days at which that part, is full. */
  fullVariety: 5,
  /** After so many days without a recall the recency is half. */
  halfLifeDays: 7,
  /** What a memory needs to be kept. */
  hits: 3,
  queries: 2,
  score: 0.35,
  /** Memories that one dream keeps at most. */
  promotions: 20,
} as const;

export type DreamPart = keyof typeof DREAM_RULE.weights;
export const DREAM_PARTS = Object.keys(DREAM_RULE.weights) as readonly DreamPart[];

/** The best score there is. */
export const BEST_DREAM_SCORE = Object.values(DREAM_RULE.weights).reduce((sum, weight) => sum + weight, 0);

/** The part of a score that so many different questions or days make. */
export const varietyPart = (different: number): number => Math.min(1, different / DREAM_RULE.fullVariety);
