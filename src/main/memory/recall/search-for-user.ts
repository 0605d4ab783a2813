import type { Agent } from "#shared/contract/agents.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { ProjectMemory } from "../project-memory.ts";
import type { MemoryQuery } from "../memory.ts";
import { conceptTags } from "./concept-tags.ts";
import { fusions } from "./recall-settings.ts";

type Asked = Pick<MemoryQuery, "query" | "limit" | "tiers" | "preset"> & {
  readonly fusion?: keyof typeof fusions | undefined;
};

/** A search as the user sees it: hits with their subjects, and how much of the project can be found by now. */
export const searchForUser = async (
  memory: ProjectMemory,
  agent: Agent,
  { fusion, ...asked }: Asked,
  signal: Signal,
) => {
  await memory.nearlyEmbedded();
  const query = {
    ...asked,
    workspace: agent.workspace,
    agent: agent.id,
    fusion: fusion && fusions[fusion],
  };
  const { hits, ...answer } = await memory.search(query, signal);
  return {
    ...answer,
    lists: [...answer.lists],
    ready: memory.readiness(),
    hits: hits.map(({ workspace: _workspace, agent: _agent, ...hit }) => ({
      ...hit,
      tags: [...conceptTags(hit.text)],
      lists: [...hit.lists],
      evidence: [...hit.evidence],
    })),
  };
};
