import { Failure } from "#shared/contract/index.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { OpenSpace } from "../open-space.ts";
import type { TeamHit } from "../search/fuse-found.ts";
import { teamMemory } from "./team-memory.ts";

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
  options: { readonly limit: number; readonly onlyForAll: boolean; readonly maxMs?: number },
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
    const { server, problem } = open.state();
    // Trying again goes on beside this; no prompt waits for a server that is known to be away.
    if (server === "away") throw problem ? new Failure(problem.code, problem.message) : new Error("away");
    const onlyForAll = question.scope === "shared";
    const options = { limit: MAX_TEAM_HITS, onlyForAll, maxMs: MAX_TEAM_MS };
    const hits = await search(open, question.query, options, ending.signal);
    return { hits, spaceName: open.membership.spaceName };
  });
  const answered = asked.then(
    (found) => ({ found }),
    (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
  );
  try {
    const [own, team] = await Promise.all([local, Promise.race([answered, late])]);
    if (team === "late") return { hits: own, note: "The team space did not answer in time." };
    if ("problem" in team) return { hits: own, note: team.problem };
    const { found } = team;
    return { hits: found === null ? own : fused(found.spaceName, own, found.hits), note: null };
  } finally {
    clearTimeout(timer);
  }
};

/** Both in one order. The same text stands once, where it is better, as the local one. */
const fused = (
  spaceName: string,
  own: readonly MemoryHit[],
  team: readonly TeamHit[],
): readonly MemoryHit[] => {
  const known = new Set(own.map(({ text }) => text.trim()));
  const others = team
    .filter(({ body }) => !known.has(body.trim()))
    .map((hit) => teamMemory(spaceName, { ...hit, text: hit.body }));
  return [
    ...own.map((hit, index) => ({ hit, score: 1 / (K + index + 1) })),
    ...others.map((hit, index) => ({ hit, score: TEAM_WEIGHT / (K + index + 1) })),
  ]
    .sort((a, b) => b.score - a.score)
    .map(({ hit }) => hit);
};
