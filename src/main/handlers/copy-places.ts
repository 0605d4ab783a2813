import type { Agent } from "#shared/contract/agents.ts";
import type { RunStore } from "../context/runs/run-store.ts";
import type { CopyPlace } from "../memory/forgetter.ts";
import { forgottenMark } from "../memory/redact-text.ts";
import { fromRoot } from "../workspace/roots.ts";
import type { History } from "../workspace/history/history.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Other files of the workspace that say the same: a promoted fact, an archived day, a page of knowledge. */
export const filePlace = (workspace: Workspace): CopyPlace => {
  const saying = async (folder: string, text: string) => {
    const rows = await workspace.rows(folder);
    const own = rows.map(({ path }) => path).filter((path) => path !== "SOUL.md");
    const listed = [await workspace.list(folder, "memory"), await workspace.list(folder, "knowledge")].flat();
    const paths = [...new Set(["DREAMS.md", ...own.map((path) => fromRoot(folder, path)), ...listed])];
    const texts = await Promise.all(paths.map((path) => workspace.readManaged(folder, path)));
    return paths.filter((_, index) => texts[index]?.includes(text));
  };
  return {
    kind: "files",
    find: async (text, memory) =>
      (await saying(memory.workspace, text)).map((place) => ({ kind: "files", place, count: 1 })),
    purge: async (text, memory) => {
      const paths = await saying(memory.workspace, text);
      for (const path of paths) {
        const file = await workspace.read(memory.workspace, path);
        const next = file.text.replaceAll(text, forgottenMark);
        await workspace.write(memory.workspace, path, next, file.hash);
      }
      return paths.length;
    },
  };
};

/** Commits cannot be changed one by one, so a purge begins the history anew. */
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

/** As many of the newest as are looked through; each has to be unpacked. */
const mostRuns = 2000;

export const runPlace = (runs: RunStore): CopyPlace => {
  const saying = async (text: string) => {
    const found: string[] = [];
    for (const { id } of runs.list({ limit: mostRuns })) {
      const run = await runs.read(id).catch(() => null);
      if (run?.messages.some(({ content }) => content.includes(text))) found.push(id);
    }
    return found;
  };
  return {
    kind: "runs",
    find: async (text) => {
      const found = await saying(text);
      return found.length === 0
        ? []
        : [{ kind: "runs", place: "prompts that were sent", count: found.length }];
    },
    purge: async (text) => (await saying(text)).filter((id) => runs.remove(id)).length,
  };
};
