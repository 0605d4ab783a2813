import type { Agent } from "#shared/contract/agents.ts";
import type { History } from "../../history/history.ts";
import { fromRoot } from "../../workspace/roots.ts";
import type { CopyPlace } from "./forgetter.ts";

/** Single commits cannot be changed, so a purge starts a new history. */
export const historyPlace = (history: History, agents: () => readonly Agent[]): CopyPlace => {
  const keepers = (workspace: string) =>
    agents()
      .filter((agent) => agent.workspace === workspace && agent.workspaceGit.enabled)
      .slice(0, 1);
  const find: CopyPlace["find"] = async (text, memory) => {
    const [agent] = keepers(memory.workspace);
    if (!agent || memory.lineFrom === null) return [];
    const path = fromRoot(memory.workspace, memory.source);
    let count = 0;
    for (const { id } of await history.list(agent, path, 200)) {
      const [file] = await history.diff(agent, id, null, path);
      if (file?.before?.includes(text)) count += 1;
    }
    return count === 0 ? [] : [{ kind: "history", place: `commits of ${path}`, count }];
  };
  return {
    kind: "history",
    find,
    purge: async (text, memory) => {
      const [found] = await find(text, memory);
      if (!found) return 0;
      for (const agent of keepers(memory.workspace)) await history.erase(agent);
      return found.count;
    },
  };
};
