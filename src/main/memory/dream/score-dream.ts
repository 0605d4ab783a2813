import { varietyPart, DREAM_RULE } from "#shared/model/dream-rule.ts";

/** One memory that one real turn recalled. `score` is 1 / its position among the hits. */
export type RecallEvent = {
  readonly memory: string;
  readonly query: string;
  readonly score: number;
  /** ISO 8601, UTC. */
  readonly at: string;
};

export type DreamScore = {
  readonly hits: number;
  /** Distinct queries; case and spaces are ignored. */
  readonly queries: number;
  /** Distinct UTC days. */
  readonly days: number;
  readonly frequency: number;
  readonly relevance: number;
  readonly recency: number;
  readonly diversity: number;
  readonly score: number;
};

const DAY_MS = 86_400_000;

/** How much a memory was needed, from its recall events. */
export const scoreDream = (events: readonly RecallEvent[], now: Date): DreamScore => {
  const hits = events.length;
  const queries = new Set(events.map(({ query }) => sameQuery(query))).size;
  const days = new Set(events.map(({ at }) => at.slice(0, 10))).size;
  const last = Math.max(...events.map(({ at }) => Date.parse(at)));
  const age = Math.max(0, now.getTime() - last) / DAY_MS;
  const frequency = Math.min(1, Math.log(1 + hits) / Math.log(1 + DREAM_RULE.fullHits));
  const relevance = hits === 0 ? 0 : events.reduce((sum, { score }) => sum + score, 0) / hits;
  const recency = hits === 0 ? 0 : 0.5 ** (age / DREAM_RULE.halfLifeDays);
  const diversity = varietyPart(Math.max(queries, days));
  const { weights } = DREAM_RULE;
  const score =
    weights.frequency * frequency +
    weights.relevance * relevance +
    weights.recency * recency +
    weights.diversity * diversity +
    weights.days * varietyPart(days);
  return { hits, queries, days, frequency, relevance, recency, diversity, score };
};

export type Verdict =
  | "promote"
  | "promoted-before"
  | "too-few-hits"
  | "too-few-queries"
  | "low-score"
  | "over-limit";

export type Scored<Memory> = DreamScore & { readonly memory: Memory; readonly promotedBefore: boolean };
export type Judged<Memory> = Scored<Memory> & { readonly verdict: Verdict };

/**
 * Best first. Only the first few are promoted; ties are ordered by id, so that the same events produce the
 * same sweep.
 */
export const judgeCandidates = <Memory extends { readonly id: string }>(
  candidates: readonly Scored<Memory>[],
): readonly Judged<Memory>[] => {
  let promoted = 0;
  return [...candidates]
    .sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
    .map((candidate) => {
      const verdict = verdictOn(candidate);
      if (verdict !== "promote") return { ...candidate, verdict };
      promoted += 1;
      return { ...candidate, verdict: promoted > DREAM_RULE.promotions ? "over-limit" : "promote" };
    });
};

const verdictOn = ({ promotedBefore, hits, queries, score }: Scored<unknown>): Verdict => {
  if (promotedBefore) return "promoted-before";
  if (hits < DREAM_RULE.hits) return "too-few-hits";
  if (queries < DREAM_RULE.queries) return "too-few-queries";
  return score < DREAM_RULE.score ? "low-score" : "promote";
};

const sameQuery = (query: string) => query.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
