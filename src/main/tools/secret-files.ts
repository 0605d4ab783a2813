import { looksSecret } from "../workspace/left-out-names.ts";
import { realPathIn } from "../workspace/roots.ts";
import type { FoundFile } from "./reachable-files.ts";
import type { ToolContext } from "./tool.ts";

/** The file's project-relative path when it looks like a secret, by the name asked for or by what a link leads to. */
export const secretPath = async (
  { root, path }: FoundFile,
  { workspace }: ToolContext,
): Promise<string | null> => {
  const target = await workspace.roots.forReading(root, path);
  const real = realPathIn(workspace.roots.project, target.absolute);
  return looksSecret(target.path) || looksSecret(real) ? real : null;
};
