import { z } from "zod";
import { secretPath } from "./secret-files.ts";
import { reachable } from "./reachable-files.ts";
import { tool } from "./tool.ts";

export const readFile = tool({
  name: "read_file",
  description: "Reads a text file of the workspace or of the project.",
  input: z.object({
    path: z.string().describe("Relative to the workspace; looked up in the project when it is not there."),
    from: z.number().int().positive().optional().describe("First line to read, counted from 1."),
    lines: z.number().int().positive().max(5000).optional().describe("How many lines to read."),
  }),
  asks: false,
  shared: true,
  secret: async ({ path }, context) => secretPath(await reachable(path, context), context),
  run: async ({ path, from, lines }, context) => {
    const found = await reachable(path, context);
    const { text } = await context.workspace.read(found.root, found.path);
    context.saw(text);
    if (from === undefined && lines === undefined) return text;
    const start = (from ?? 1) - 1;
    return text
      .split("\n")
      .slice(start, lines === undefined ? undefined : start + lines)
      .join("\n");
  },
});
