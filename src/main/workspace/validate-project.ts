import type { FileWarning } from "#shared/contract/project.ts";
import type { Roots } from "./roots.ts";

/** What a project is missing. It works anyway. */
export const validateProject = async (roots: Roots): Promise<FileWarning[]> => {
  const warnings = await Promise.all(roots.workspaces().map((folder) => validateWorkspace(roots, folder)));
  return warnings.flat();
};

const validateWorkspace = async (roots: Roots, folder: string): Promise<FileWarning[]> => {
  // The user's own folder is accepted as it is; it is missing nothing.
  if (folder === "" || OF_SUBAGENT.test(folder)) return [];
  const found = await foundAt(roots, folder, "");
  if (found !== "folder") return [missing("workspace-missing", folder, `There is no folder ${folder}.`)];
  const agents = await foundAt(roots, folder, "AGENTS.md");
  if (agents === "file") return [];
  return [missing("agents-md-missing", `${folder}/AGENTS.md`, `${folder} has no AGENTS.md.`)];
};

/** A subagent has its prompt in its own file, and needs no more. */
const OF_SUBAGENT = /(^|\/)agents\/[^/]+\/workspace$/;

const foundAt = async (roots: Roots, folder: string, inner: string): Promise<string | null> => {
  const target = await roots.forReading(folder, inner).catch(() => null);
  return target?.found ?? null;
};

const missing = (code: string, path: string, fact: string): FileWarning => ({
  code,
  path,
  line: null,
  message: `${fact} The agent works without it; a template can add one.`,
});
