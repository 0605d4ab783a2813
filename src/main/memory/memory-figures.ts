import type { Store } from "../store/open-store.ts";
import type { MemoryStore } from "./tables/memory-store.ts";
import type { RecallSignals } from "./recall/recall-signals.ts";

const WEEK_MS = 7 * 86_400_000;
const MAX_TAGS = 10;

/** What an agent can report about its own memory. */
export const memoryFigures = (
  { store, memories, signals }: { store: Store; memories: MemoryStore; signals: RecallSignals },
  agent: { readonly id: string; readonly workspace: string },
  now: Date,
) => {
  const since = new Date(now.getTime() - WEEK_MS);
  const dreamed = store.db
    .prepare<[string], { promoted: number; last: string | null }>(
      "select count(*) as promoted, max(at) as last from dream_promotions where agent = ?",
    )
    .get(agent.id);
  const tiers = memories.countByTier(agent.workspace, agent.id);
  return {
    stored: Object.values(tiers).reduce((sum, count) => sum + count, 0),
    promoted: dreamed?.promoted ?? 0,
    lastPromotion: dreamed?.last ?? null,
    recallEvents7d: signals.countSince(agent.id, since),
    topConceptTags7d: signals.topTagsSince(agent.id, since, MAX_TAGS, (id) => memories.get(id)?.text ?? null),
  };
};
