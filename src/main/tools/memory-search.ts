import { z } from "zod";
import { memorySearchText } from "../memory/recall/memory-search-text.ts";
import { memoryFiles } from "./memory-files.ts";
import { tool } from "./tool.ts";

export const memorySearch = tool({
  name: "memory_search",
  description: "Finds lines in MEMORY.md and the daily notes that have all words of the query.",
  input: z.object({ query: z.string() }),
  asks: false,
  shared: false,
  listed: (agent) => agent.memory.enabled,
  run: async ({ query }, context) => {
    const { workspace, agent } = context;
    const files = await Promise.all(
      (await memoryFiles(context)).map(async (path) => ({
        path,
        text: await workspace.readManaged(agent.workspace, path),
      })),
    );
    const found = memorySearchText(files, query);
    for (const line of found.split("\n")) context.saw(line.replace(/^Source: .*?#\d+: /, ""));
    return found;
  },
});
