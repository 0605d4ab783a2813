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
  /** Distinct queries; spelling in capitals or with other spaces is the same query. */
  readonly queries: number;
  /** Distinct UTC days. */
  readonly days: number;
  readonly frequency: number;
  readonly relevance: number;
  readonly recency: number;
  readonly diversity: number;
  readonly score: number;
};

const dayMs = 86_400_000;
const halfLifeDays = 7;

/** How much a memory was needed, from its recall events. */
export const scoreDream = (events: readonly RecallEvent[], now: Date): DreamScore => {
  const hits = events.length;
  const queries = new Set(events.map(({ query }) => sameQuery(query))).size;
  const days = new Set(events.map(({ at }) => at.slice(0, 10))).size;
  const last = Math.max(...events.map(({ at }) => Date.parse(at)));
  const age = Math.max(0, now.getTime() - last) / dayMs;
  const frequency = Math.min(1, Math.log(1 + hits) / Math.log(7));
  const relevance = hits === 0 ? 0 : events.reduce((sum, { score }) => sum + score, 0) / hits;
  const recency = hits === 0 ? 0 : 0.5 ** (age / halfLifeDays);
  const diversity = Math.min(1, Math.max(queries, days) / 5);
  const score =
    0.24 * frequency + 0.3 * relevance + 0.15 * recency + 0.15 * diversity + 0.1 * Math.min(1, days / 5);
  return { hits, queries, days, frequency, relevance, recency, diversity, score };
};

export const dreamRule = { hits: 3, queries: 2, score: 0.35, promotions: 20 } as const;

export type Verdict =
  | "promote"
  | "promoted-before"
  | "too-few-hits"
  | "too-few-queries"
  | "low-score"
  | "over-limit";

export type Scored<Memory> = DreamScore & { readonly memory: Memory; readonly promotedBefore: boolean };
export type Judged<Memory> = Scored<Memory> & { readonly verdict: Verdict };

/** Best first. At most 20 are promoted; ties go by what names them, so that the same events give the same sweep. */
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
      return { ...candidate, verdict: promoted > dreamRule.promotions ? "over-limit" : "promote" };
    });
};

const verdictOn = ({ promotedBefore, hits, queries, score }: Scored<unknown>): Verdict => {
  if (promotedBefore) return "promoted-before";
  if (hits < dreamRule.hits) return "too-few-hits";
  if (queries < dreamRule.queries) return "too-few-queries";
  return score < dreamRule.score ? "low-score" : "promote";
};

const sameQuery = (query: string) => query.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
