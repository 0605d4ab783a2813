import type { Agent } from "#shared/contract/agents.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";

export type Turn = {
  readonly agent: Agent;
  readonly session: SessionInfo;
  readonly activeFile: string | null;
  /** In a nested turn: the agents that handed the task on, the user's conversation first. */
  readonly callers?: readonly string[];
  readonly maxSteps?: number;
};
