import type { Memory as SharedMemory } from "#shared/contract/memory.ts";
import type { StoredMemory } from "../tables/memory-store.ts";
import { conceptTags } from "./concept-tags.ts";
import { noteWeight } from "./decay.ts";

/** A memory as the contract describes it. Pinned notes do not fade. */
export const shownMemory = (memory: StoredMemory, today: string): SharedMemory => {
  const { id, tier, source, item, lineFrom, heading, kind, date, text, pinned, origin, approved } = memory;
  return {
    id,
    tier,
    source,
    item,
    line: lineFrom,
    heading,
    kind,
    date,
    text,
    pinned,
    origin,
    approved,
    weight: tier === "daily" && !pinned ? noteWeight(date.slice(0, 10), today) : 1,
    tags: [...conceptTags(text)],
  };
};
