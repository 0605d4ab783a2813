import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { sharedFiles } from "./reachable-files.ts";
import { tool, type ToolContext } from "./tool.ts";

export const listFiles = tool({
  name: "list_files",
  description: "Lists a folder of the workspace or of the project. Folders end in a slash.",
  input: z.object({ path: z.string().default("").describe("Empty for the workspace itself.") }),
  asks: false,
  shared: true,
  run: async ({ path }, context) => {
    if (context.scope === "shared") {
      const files = await sharedFiles(context);
      return files.map(({ inner }) => inner).join("\n");
    }
    const entries = await entriesOf(path, context);
    return entries.map(({ name, kind }) => (kind === "folder" ? `${name}/` : name)).join("\n");
  },
});

const entriesOf = async (path: string, { workspace, agent }: ToolContext) => {
  try {
    return (await workspace.tree(agent.workspace, path, false)).entries;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "not-found") throw error;
    return (await workspace.tree("", path, false)).entries;
  }
};
