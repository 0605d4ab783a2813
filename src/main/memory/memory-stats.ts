import type { Agent } from "#shared/contract/agents.ts";
import type { ProjectMemory } from "./project-memory.ts";
import { fadedSince } from "./recall/decay.ts";

/** How many memories of each kind an agent has, and how far embedding is. */
export const memoryStats = (memory: ProjectMemory, agent: Agent, today: string) => {
  const tiers = memory.memories.countByTier(agent.workspace, agent.id);
  const { failure, ...embedding } = memory.state();
  return {
    total: Object.values(tiers).reduce((sum, count) => sum + count, 0),
    tiers,
    origins: memory.memories.countByOrigin(agent.workspace, agent.id),
    pinned: memory.memories.countPinned(agent.workspace, agent.id),
    faded: memory.memories.countFaded(agent.workspace, fadedSince(today)),
    embedding: { ...embedding, problem: failure?.message ?? null },
  };
};
