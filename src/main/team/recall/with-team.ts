import { lowestOrigin } from "#shared/model/origin.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { OpenSpace } from "../open-space.ts";
import type { TeamHit } from "../search/fuse-found.ts";

/** What the space may take before the local answer goes alone. */
export const MAX_TEAM_MS = 300;
/** Hits of the space that are offered to a prompt. */
export const MAX_TEAM_HITS = 10;
/** As one more list beside the local ones. */
const K = 3;
const TEAM_WEIGHT = 0.8;

export type TeamSearch = (
  open: OpenSpace,
  query: string,
  options: { readonly limit: number; readonly onlyForAll: boolean },
  signal: AbortSignal,
) => Promise<readonly TeamHit[]>;

export type TeamAnswer = {
  readonly hits: readonly MemoryHit[];
  /** Why the space has no part in the answer; null when it has, or when there is no space. */
  readonly note: string | null;
};

/**
 * Asks the space at the same time as the local memory. It never delays the local answer by more than its time, and
 * never fails it.
 */
export const recallWithTeam = async (
  local: Promise<readonly MemoryHit[]>,
  space: Promise<OpenSpace | null>,
  question: { readonly query: string; readonly scope: "main" | "shared" },
  search: TeamSearch,
): Promise<TeamAnswer> => {
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), MAX_TEAM_MS);
  const late = new Promise<"late">((resolve) =>
    ending.signal.addEventListener("abort", () => resolve("late")),
  );
  const asked = space.then(async (open) => {
    if (!open) return null;
    const onlyForAll = question.scope === "shared";
    return search(open, question.query, { limit: MAX_TEAM_HITS, onlyForAll }, ending.signal);
  });
  const answered = asked.then(
    (hits) => ({ hits }),
    (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  try {
    const [own, team] = await Promise.all([local, Promise.race([answered, late])]);
    if (team === "late") return { hits: own, note: "The team space did not answer in time." };
    if ("problem" in team) return { hits: own, note: team.problem };
    return { hits: team.hits === null ? own : fused(own, team.hits), note: null };
  } finally {
    clearTimeout(timer);
  }
};

/** Both in one order. The same text stands once, where it is better, as the local one. */
const fused = (own: readonly MemoryHit[], team: readonly TeamHit[]): readonly MemoryHit[] => {
  const known = new Set(own.map(({ text }) => text.trim()));
  const others = team.filter(({ body }) => !known.has(body.trim())).map(teamMemory);
  return [
    ...own.map((hit, index) => ({ hit, score: 1 / (K + index + 1) })),
    ...others.map((hit, index) => ({ hit, score: TEAM_WEIGHT / (K + index + 1) })),
  ]
    .sort((a, b) => b.score - a.score)
    .map(({ hit }) => hit);
};

/** Another person wrote it, whatever it was for them. */
const teamMemory = ({ id, body, authorName, updatedAt, origin, path, heading }: TeamHit): MemoryHit => ({
  id: `team:${id}`,
  tier: "team",
  source: `team:${path ?? (heading === "" ? authorName : `${heading} (${authorName})`)}`,
  date: updatedAt.slice(0, 10),
  text: body,
  origin: lowestOrigin(origin, "outside"),
});
