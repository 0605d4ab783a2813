import { join } from "node:path";
import type { Agent } from "#shared/contract/agents.ts";

/** Where an agent's sessions are: `<workspace>/agents/<agentId>/sessions/`. */
export const sessionFolder = (project: string, agent: Pick<Agent, "id" | "workspace">): string =>
  join(project, agent.workspace, "agents", agent.id, "sessions");

/** The files of one session. */
export const sessionFiles = (folder: string, id: string) => ({
  /** What the model sees. */
  context: join(folder, `${id}.jsonl`),
  /** Everything, append-only. */
  log: join(folder, `${id}.log.jsonl`),
  /** An answer that is still coming. */
  partial: join(folder, `${id}.partial`),
  /** Tool results that were too long to keep in a line. */
  results: join(folder, `${id}.results`),
});
export type SessionFiles = ReturnType<typeof sessionFiles>;
