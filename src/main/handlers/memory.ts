import type { Agent } from "#shared/contract/agents.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { memoryRoutes } from "#shared/contract/memory.ts";
import { conceptTags } from "../memory/recall/concept-tags.ts";
import { appendedTo, dailyPath, noteLine } from "../memory/learn/daily-notes.ts";
import { fadedSince } from "../memory/recall/decay.ts";
import type { StoredMemory } from "../memory/tables/memory-store.ts";
import { fusions } from "../memory/recall/recall-settings.ts";
import { shownMemory } from "../memory/recall/shown-memory.ts";
import type { HandlerContext } from "./handler-context.ts";

export const memoryHandlers = (context: HandlerContext): Handlers<typeof memoryRoutes> => {
  const agentOf = (id: string | undefined): Agent => context.project().agents.get(id);
  /** All that was there, and what was just said. */
  const current = async () => {
    const { memory, memoryLife } = context.project();
    await memory.caughtUp();
    await memoryLife.reader.caughtUp();
  };
  const shown = (memory: StoredMemory) => shownMemory(memory, context.project().today());
  return {
    "memory.search": async ({ agent: id, query, limit, tiers, preset, fusion }, { signal }) => {
      const { memory } = context.project();
      const agent = agentOf(id);
      await current();
      await memory.nearlyEmbedded();
      const { hits, ...answer } = await memory.search(
        {
          query,
          workspace: agent.workspace,
          agent: agent.id,
          limit,
          tiers,
          preset,
          fusion: fusion && fusions[fusion],
        },
        signal,
      );
      return {
        ...answer,
        lists: [...answer.lists],
        ready: memory.readiness(),
        hits: hits.map(({ workspace: _workspace, agent: _agent, ...hit }) => ({
          ...hit,
          tags: [...conceptTags(hit.text)],
          lists: [...hit.lists],
        })),
      };
    },
    "memory.list": async ({ agent: id, faded, ...listing }) => {
      const { memory, today } = context.project();
      const agent = agentOf(id);
      await current();
      const found = memory.memories.list({
        ...listing,
        workspace: agent.workspace,
        agent: agent.id,
        fadedSince: faded ? fadedSince(today()) : undefined,
      });
      return { memories: found.map(shown) };
    },
    "memory.stats": async ({ agent: id }) => {
      const { memory, today } = context.project();
      const agent = agentOf(id);
      await current();
      const tiers = memory.memories.countByTier(agent.workspace, agent.id);
      const { failure, ...embedding } = memory.state();
      return {
        total: Object.values(tiers).reduce((sum, count) => sum + count, 0),
        tiers,
        pinned: memory.memories.countPinned(agent.workspace, agent.id),
        faded: memory.memories.countFaded(agent.workspace, fadedSince(today())),
        embedding: { ...embedding, problem: failure?.message ?? null },
      };
    },
    "memory.pauseEmbedding": ({ paused }) => {
      context.project().memory.pauseEmbedding(paused);
      return { paused };
    },
    "memory.cancelIndexing": () => ({ cancelled: context.project().memory.cancelIndexing() }),
    "memory.resumeIndexing": () => {
      void context.project().memory.readAgain();
      return { started: true };
    },
    "memory.add": async ({ agent: id, text, kind }) => {
      const { memory, workspace, today } = context.project();
      const agent = agentOf(id);
      const path = dailyPath(today());
      const before = await workspace.readManaged(agent.workspace, path);
      const line = noteLine({ kind, text });
      const written = await workspace.append(agent.workspace, path, appendedTo(before, [line]), {
        actor: "you",
        title: "Added a note",
      });
      await memory.fileChanged(written.path);
      const found = memory.memories.newestOf(written.path);
      return { path: written.path, memory: found && shown(found) };
    },
    "memory.pin": ({ id, pinned }) => {
      const memory = context.project().memory.pin(id, pinned);
      context.project().events.publish({ event: "memory.changed", what: "pins" });
      return { memory: shown(memory) };
    },
  };
};
