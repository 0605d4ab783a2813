import type { Handlers } from "#shared/contract/index.ts";
import type { memoryRoutes } from "#shared/contract/memory.ts";
import { addNote } from "../memory/learn/add-note.ts";
import { memoryStats } from "../memory/memory-stats.ts";
import { fadedSince } from "../memory/recall/decay.ts";
import { searchForUser } from "../memory/recall/search-for-user.ts";
import { shownMemory } from "../memory/recall/shown-memory.ts";
import type { StoredMemory } from "../memory/tables/memory-store.ts";
import type { HandlerContext } from "./handler-context.ts";

export const memoryHandlers = (context: HandlerContext): Handlers<typeof memoryRoutes> => {
  const agentOf = (id: string | undefined) => context.project().agents.get(id);
  /** The room, when everything that was there and what was just said can be found. */
  const current = async () => {
    const { memory, memoryLife } = context.project();
    await memory.caughtUp();
    await memoryLife.reader.caughtUp();
    return memory;
  };
  const today = () => context.project().today();
  const shown = (memory: StoredMemory) => shownMemory(memory, today());
  return {
    "memory.search": async ({ agent, ...asked }, { signal }) => {
      const found = agentOf(agent);
      return searchForUser(await current(), found, asked, signal);
    },
    "memory.list": async ({ agent: id, faded, ...listing }) => {
      const agent = agentOf(id);
      const { memories } = await current();
      const found = memories.list({
        ...listing,
        workspace: agent.workspace,
        agent: agent.id,
        fadedSince: faded ? fadedSince(today()) : undefined,
      });
      return { memories: found.map(shown) };
    },
    "memory.stats": async ({ agent }) => {
      const found = agentOf(agent);
      return memoryStats(await current(), found, today());
    },
    "memory.pauseEmbedding": ({ paused }) => {
      context.project().memory.pauseEmbedding(paused);
      return { paused };
    },
    "memory.cancelIndexing": () => ({ cancelled: context.project().memory.cancelIndexing() }),
    "memory.resumeIndexing": () => {
      context.project().memory.readAgainSoon();
      return { started: true };
    },
    "memory.add": async ({ agent, ...note }) => {
      const { path, memory } = await addNote(context.project(), agentOf(agent), note);
      return { path, memory: memory && shown(memory) };
    },
    "memory.pin": ({ id, pinned }) => ({ memory: shown(context.project().memory.pin(id, pinned)) }),
  };
};
