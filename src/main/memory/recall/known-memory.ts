import type { MemoryStore } from "../tables/memory-store.ts";
import type { MemoryHit } from "./memory-hit.ts";

/** Those of the ids that still exist in this workspace. */
export const knownMemories = (
  memories: Pick<MemoryStore, "get">,
  workspace: string,
  ids: readonly string[],
): readonly MemoryHit[] =>
  ids.flatMap((id) => {
    const found = memories.get(id);
    if (!found || found.workspace !== workspace) return [];
    const { tier, source, lineFrom, date, text, origin } = found;
    return [{ id, tier, source: sourceWithLine(source, lineFrom), date, text, origin }];
  });

export const sourceWithLine = (source: string, line: number | null) =>
  line === null ? source : `${source}#${line}`;
