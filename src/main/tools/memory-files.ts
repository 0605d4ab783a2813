import { Failure } from "#shared/contract/index.ts";
import type { ToolContext } from "./tool.ts";

/** MEMORY.md, then the notes of `memory/` from the newest on, without the archive. */
export const memoryFiles = async ({ workspace, agent, signal }: ToolContext): Promise<readonly string[]> => {
  const notes = (await workspace.list(agent.workspace, "memory", signal)).filter((path) =>
    /^memory\/[^/]+\.md$/.test(path),
  );
  return ["MEMORY.md", ...notes.sort().reverse()];
};

/** The path of a file that contains memories; fails with `not-found` for any other. */
export const memoryPath = (asked: string): string => {
  const path = asked.replaceAll("\\", "/").replace(/^\/+/, "").replace(/#\d+$/, "");
  if (path === "MEMORY.md" || /^memory\/(?:archive\/)?[^/]+\.md$/.test(path)) return path;
  throw new Failure("not-found", `There is no memory at ${asked}.`, { path: asked });
};
