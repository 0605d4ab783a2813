import type { TeamFound, TeamListName } from "./search-space.ts";

export type TeamHit = Omit<TeamFound, "list" | "rank" | "score"> & {
  readonly score: number;
  readonly reason: string;
};

/** As the local lists are fused, see `memory/recall/recall-settings.ts`. */
const K = 3;
const WEIGHTS: Readonly<Record<TeamListName, number>> = { words: 1, names: 0.5, meaning: 0.3, links: 0.5 };
/** The minimum cosine of a hit that nothing else supports. */
const MIN_COSINE = 0.3;

const WORDS: Readonly<Record<TeamListName, (found: TeamFound) => string>> = {
  words: ({ rank }) => `number ${rank} by its words`,
  names: ({ rank }) => `number ${rank} by its name`,
  meaning: ({ rank, score }) => `number ${rank} by meaning (${score.toFixed(2)})`,
  links: ({ rank }) => `number ${rank} by what it links to`,
};

/** One order from all lists, best first: reciprocal ranks, as for the local memory. */
export const fuseFound = (found: readonly TeamFound[], limit: number): readonly TeamHit[] => {
  const byId = new Map<string, TeamFound[]>();
  for (const each of found) {
    const others = byId.get(each.id);
    if (others) others.push(each);
    else byId.set(each.id, [each]);
  }
  return [...byId.values()]
    .filter((shares) => shares.some(({ list, score }) => list !== "meaning" || score >= MIN_COSINE))
    .flatMap((shares) => {
      const [first] = shares;
      if (!first) return [];
      const { list: _list, rank: _rank, score: _score, ...item } = first;
      const score = shares.reduce((sum, { list, rank }) => sum + WEIGHTS[list] / (K + rank), 0);
      return [
        { ...item, score, reason: sentence(shares.map((share) => WORDS[share.list](share)).join(", ")) },
      ];
    })
    .sort((a, b) => b.score - a.score || a.id.localeCompare(b.id))
    .slice(0, limit);
};

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
