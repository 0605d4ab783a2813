import type { AgentsFile } from "./agents-file.ts";

/** As agents.yaml spells it: `.` is the folder itself. */
export const shownWorkspace = (folder: string): string => folder || ".";

/** The agents as agents.yaml spells them, and what is wrong with the file. */
export const shownAgents = (agents: AgentsFile) => ({
  agents: agents.list().map((agent) => ({ ...agent, workspace: shownWorkspace(agent.workspace) })),
  warnings: [...agents.warnings()],
});
