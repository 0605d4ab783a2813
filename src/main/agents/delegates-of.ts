import type { Agent, DelegateOffer } from "#shared/contract/agents.ts";
import type { AgentsFile } from "./agents-file.ts";
import { agentsFileName } from "./read-agents.ts";
import type { Subagents } from "./subagents.ts";

type Rooms = { readonly agents: Pick<AgentsFile, "list">; readonly subagents: Subagents };

/**
 * Everyone an agent could hand work to, those of agents.yaml first: an id in both is the one of agents.yaml. What
 * `allowedDelegates` names and nobody declares comes last.
 */
export const delegatesOf = (agent: Agent, { agents, subagents }: Rooms): readonly DelegateOffer[] => {
  const isAllowed = (id: string) => agent.allowedDelegates.includes(id);
  const declared = agents
    .list()
    .filter(({ id }) => id !== agent.id)
    .map(({ id, displayName, domain }) => ({
      id,
      from: agentsFileName,
      description: domain || displayName,
      allowed: isAllowed(id),
      problem: null,
    }));
  const files = subagents
    .of(agent.subagent?.home ?? agent.workspace)
    .map(({ path, agent: read, problem }) => {
      const id = path.slice(path.lastIndexOf("/") + 1, -".md".length);
      return { id, from: path, description: read?.domain ?? "", allowed: isAllowed(id), problem };
    });
  const taken = new Set([agent.id, ...agents.list().map(({ id }) => id)]);
  const offers = [
    ...declared,
    ...files.map((file) =>
      taken.has(file.id)
        ? { ...file, allowed: false, problem: `agents.yaml has an agent "${file.id}"; that one is used.` }
        : file,
    ),
  ];
  const unknown = agent.allowedDelegates.filter((id) => !offers.some((offer) => offer.id === id));
  return [
    ...offers,
    ...unknown.map((id) => ({
      id,
      from: "",
      description: "",
      allowed: true,
      problem:
        id === agent.id
          ? "An agent does not hand work to itself."
          : `Neither agents.yaml nor subagents/ has "${id}".`,
    })),
  ];
};

/** An agent of agents.yaml, or a subagent of any workspace. */
export const findAgent = (id: string | undefined, { agents, subagents }: Rooms): Agent | null =>
  agents.list().find((each) => each.id === id) ?? subagents.agents().find((each) => each.id === id) ?? null;

/** A subagent as this caller runs it: what its file does not say, it takes from the caller. */
export const asDelegate = (found: Agent, caller: Agent, siblings: readonly string[]): Agent => {
  if (!found.subagent) return found;
  const { provider, profile, scope, maxContextTokens, maxOutputTokens } = caller;
  // It hands work on only where its file says so.
  const allowedDelegates = found.allowedTools?.includes("delegate")
    ? siblings.filter((id) => id !== found.id)
    : [];
  const model = found.model ?? caller.model;
  return { ...found, provider, model, profile, scope, maxContextTokens, maxOutputTokens, allowedDelegates };
};
