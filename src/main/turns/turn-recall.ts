import type { ProjectMemory } from "../memory/project-memory.ts";
import type { TeamRecall } from "../team/recall/team-recall.ts";
import type { TurnPorts } from "./turn-ports.ts";

type Needs = {
  readonly memory: Pick<ProjectMemory, "recall">;
  readonly teamRecall: Pick<TeamRecall, "recall">;
};

/** What a turn is reminded of: by the memory of this computer and, beside it, by the team's. */
export const turnRecall =
  ({ memory, teamRecall }: Needs): TurnPorts["recall"] =>
  (message, agent, session, scope, signal) => {
    // A shared session has no memories of this computer; those that a team marked for all are left.
    const own =
      scope === "main"
        ? memory.recall(message, agent, { isTurn: true, session }, signal)
        : Promise.resolve([]);
    return teamRecall.recall(own, message, { scope, memory: agent.memory });
  };
