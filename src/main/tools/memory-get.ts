import { z } from "zod";
import { memoryPath } from "./memory-files.ts";
import { tool } from "./tool.ts";

export const memoryGet = tool({
  name: "memory_get",
  description: "Reads MEMORY.md or a daily note, whole or some lines of it.",
  input: z.object({
    path: z.string().min(1).describe("As memory_search names it: MEMORY.md or memory/2026-11-16.md."),
    from: z.number().int().positive().default(1).describe("First line, from 1."),
    lines: z.number().int().positive().max(2000).optional().describe("How many; all when left out."),
  }),
  asks: false,
  shared: false,
  listed: (agent) => agent.memory.enabled,
  run: async ({ path, from, lines }, { workspace, agent, saw }) => {
    const { text } = await workspace.read(agent.workspace, memoryPath(path));
    const all = text.split(/\r?\n/);
    const asked = all.slice(from - 1, lines === undefined ? undefined : from - 1 + lines).join("\n");
    saw(asked);
    return asked;
  },
});
