import { MAX_LISTED_MEMORIES } from "#shared/contract/memory.ts";
import type { Client } from "#shared/contract/index.ts";
import type { Memory } from "#shared/contract/memory.ts";
import type { MemoryStore } from "./memory-state.ts";
import { listsMemories, originOfShelf, tierOfShelf } from "./shelf.ts";

export const PAGE_SIZE = 200;

/** Reads the selected shelf, page by page, and the counts of all shelves. */
export const createPages = (
  client: Client,
  { getState: get, setState: set }: Pick<MemoryStore, "getState" | "setState">,
) => {
  const whose = () => ({ agent: get().agent?.id });

  const readPage = async (offset: number, limit: number): Promise<readonly Memory[]> => {
    const { shelf } = get();
    const { memories } = await client.call("memory.list", {
      ...whose(),
      tier: tierOfShelf(shelf),
      origin: originOfShelf(shelf),
      ...(shelf === "pinned" && { pinned: true }),
      ...(shelf === "faded" && { faded: true }),
      limit,
      offset,
    });
    return memories;
  };

  const readList = async (length: number) => {
    const { shelf } = get();
    if (!listsMemories(shelf)) return;
    const memories = await readPage(0, Math.min(MAX_LISTED_MEMORIES, Math.max(PAGE_SIZE, length)));
    if (get().shelf === shelf) set({ memories });
  };

  const readStats = async () => {
    set({ stats: await client.call("memory.stats", whose()) });
  };

  return { whose, readPage, readList, readStats };
};
