import { Failure } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import { shownWorkspace } from "../agents/shown-agents.ts";
import type { OpenProject } from "./open-project.ts";
import { fileTier } from "../memory/index/memory-sources.ts";
import { recallBudget } from "./proposals.ts";
import { describeOwner } from "./own-project.ts";

/** For a small project the description waits for all warnings; for a large one it does not. */
export const settledInfo = async (project: OpenProject): Promise<ProjectInfo> => {
  const { workspace } = project;
  await workspace.files.completeSoon();
  return infoOf(project);
};

export const infoOf = async (project: OpenProject): Promise<ProjectInfo> => ({
  readOnly: readOnlyOf(project),
  trusted: project.folderAccess.isTrusted(),
  folder: project.folder,
  name: project.projectName(),
  kind: project.folderKind.kind(),
  kindWhy: project.folderKind.why(),
  proposal: project.settings.get().proposal ?? null,
  instructions: instructionsIn(project),
  workspace: shownWorkspace(project.agents.get().workspace),
  hasWorkspace: await hasFolder(project),
  agents: project.agents.list().map(({ id, displayName, workspace, suggestedQuestions }) => ({
    id,
    displayName,
    workspace: shownWorkspace(workspace),
    suggestedQuestions: project.folderAccess.isTrusted() ? suggestedQuestions : [],
  })),
  searched: await searchedIn(project),
  warnings: await project.warnings.list(),
  recovered: project.recovered,
});

const readOnlyOf = ({ access: { nonce, owner } }: OpenProject): ProjectInfo["readOnly"] =>
  nonce === null ? { owner: owner && describeOwner(owner) } : null;

const instructionsIn = ({ workspace, agents }: OpenProject): ProjectInfo["instructions"] =>
  workspace.files
    .list(agents.get().workspace)
    .filter(({ inner, name }) => name === "AGENTS.md" && inner !== name)
    .map(({ path }) => ({ path, folder: path.slice(0, path.lastIndexOf("/")) }));

const searchedIn = async (project: OpenProject): Promise<ProjectInfo["searched"]> => {
  const { workspace, agents } = project;
  const agent = agents.get();
  const budget = agent.scope === "shared" ? 0 : await recallBudget(project, agent.profile);
  const files = budget > 0 ? workspace.files.list(agent.workspace) : [];
  const left = workspace.files.left();
  return {
    files: files.filter(({ inner }) => fileTier(inner) !== null).length,
    all: left.isListed && left.count === 0,
    budget,
  };
};

const hasFolder = async ({ workspace, agents }: OpenProject): Promise<boolean> => {
  try {
    return (await workspace.roots.base(agents.get().workspace, "", false)).found === "folder";
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};
