import { type Fusion, floor, type ListName } from "./recall-settings.ts";

/** One entry of a list, best first. */
export type Listed = {
  readonly memory: number;
  readonly score: number;
  /** Share of the query's words that it contains; only in the keyword list of a small memory. */
  readonly covers?: number;
};
export type Lists = Readonly<Record<ListName, readonly Listed[]>>;

/** A hit's entry in a list, and what it added to the score before boosts. */
export type ListShare = {
  readonly list: ListName;
  readonly rank: number;
  readonly score: number;
  readonly share: number;
  readonly covers?: number | undefined;
};

export type Fused = {
  readonly memory: number;
  readonly score: number;
  readonly lists: readonly ListShare[];
};

/**
 * Reciprocal rank fusion: a hit's score is the sum of `weight / (k + rank)` over the lists that contain it,
 * ranks from 1, times its factor (the tier's boost and its own weight). Best first; ties go to the better
 * keyword rank, then to the newer memory.
 */
export const fuseRanks = (lists: Lists, fusion: Fusion, factorOf: (memory: number) => number): Fused[] => {
  const found = new Map<number, ListShare[]>();
  for (const list of ["keyword", "vector", "graph"] as const) {
    // A list with weight 0 adds no hits either.
    if (fusion.weights[list] === 0) continue;
    for (const [index, { memory, score, covers }] of lists[list].entries()) {
      const rank = index + 1;
      const entry = { list, rank, score, covers, share: fusion.weights[list] / (fusion.k + rank) };
      const others = found.get(memory);
      if (others) others.push(entry);
      else found.set(memory, [entry]);
    }
  }
  const bestWords = lists.keyword[0]?.score ?? 0;
  return [...found]
    .filter(([, shares]) => isRelevant(shares, bestWords))
    .map(([memory, shares]) => ({
      memory,
      lists: shares,
      score: shares.reduce((sum, { share }) => sum + share, 0) * factorOf(memory),
    }))
    .sort((a, b) => b.score - a.score || rankByWords(a) - rankByWords(b) || b.memory - a.memory);
};

/** A list always has a first entry, however irrelevant; this threshold removes noise. */
const isRelevant = (shares: readonly ListShare[], bestWords: number): boolean =>
  shares.some(({ list, score, covers = 0 }) => {
    if (list === "vector") return score >= floor.cosine;
    // BM25 gives words that most rows contain almost no score, so it is not the only measure.
    return list === "graph" || score >= bestWords * floor.keyword || covers > floor.covers;
  });

const rankByWords = ({ lists }: Fused): number =>
  lists.find(({ list }) => list === "keyword")?.rank ?? Number.MAX_SAFE_INTEGER;
