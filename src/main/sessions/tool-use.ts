import type { Sessions } from "./sessions.ts";

/** Enough to represent an agent's habits. */
const MAX_CONVERSATIONS = 20;

/** The tools that the agent called in its newest conversations, and how many answers it gave there. */
export const toolUse = async (sessions: Sessions, agent: string) => {
  const usedTools = new Set<string>();
  let answers = 0;
  const newest = (await sessions.list({ agent, archived: false })).slice(0, MAX_CONVERSATIONS);
  for (const { id } of newest) {
    for (const entry of (await sessions.read(id)).entries) {
      if (entry.type === "tool_use") usedTools.add(entry.name);
      if (entry.type === "message" && entry.role === "assistant") answers += 1;
    }
  }
  return { usedTools, answers };
};
