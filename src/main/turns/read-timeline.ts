import type { RunShape } from "#shared/contract/context.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { shapeOf } from "../context/runs/run-shape.ts";
import type { RunFilter, RunStore } from "../context/runs/run-store.ts";
import type { Sessions } from "../sessions/sessions.ts";

type Rooms = { readonly runs: RunStore; readonly sessions: Sessions };

/** The newest runs as the timeline draws them, oldest first, with the number that the conversation gives each turn. */
export const readTimeline = async (
  { runs, sessions }: Rooms,
  filter: RunFilter,
): Promise<readonly RunShape[]> => {
  const manifests = await runs.manifests(filter);
  if (filter.session === undefined) return manifests.map((manifest) => shapeOf(manifest));
  // A conversation that was removed still has its runs.
  const log = await sessions.load(filter.session).then(
    (loaded) => loaded.log,
    () => [],
  );
  const turns = turnNumbers(log);
  return manifests.map((manifest) => shapeOf(manifest, turns.get(newestQuestion(manifest)) ?? null));
};

/** Id of the user's message that a run answers. */
const newestQuestion = ({ segments }: Manifest): string => {
  const asked = segments.findLast(
    ({ source, role, detail }) =>
      role === "user" && source.startsWith("message:") && detail?.["summary"] !== true,
  );
  return asked?.source.slice("message:".length) ?? "";
};

/** Of each entry, how many questions its branch has up to it. */
const turnNumbers = (log: readonly SessionEntry[]): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  // A parent is always written before its children.
  for (const entry of log) {
    const before = entry.parentId === null ? 0 : (numbers.get(entry.parentId) ?? 0);
    const isQuestion = entry.type === "message" && entry.role === "user";
    numbers.set(entry.id, before + (isQuestion ? 1 : 0));
  }
  return numbers;
};
