import { Patience } from "../base/patience.ts";
import { relative } from "node:path";
import { Failure, type Handlers } from "#shared/contract/index.ts";
import type { ProjectInfo, projectRoutes } from "#shared/contract/project.ts";
import { createProject } from "../workspace/create-project.ts";
import { includeFor, proposalsFor } from "../project/proposals.ts";
import { RecentProjects } from "../workspace/recent-projects.ts";
import { refuseWideFolder, typedFolder } from "../workspace/refuse-wide-folder.ts";
import { defaultTemplate, listTemplates, templateFolder } from "../workspace/templates.ts";
import { shownWorkspace } from "./agents.ts";
import type { HandlerContext } from "./handler-context.ts";
import { bothSettings } from "./settings.ts";
import type { OpenProject } from "../project/open-project.ts";
import { describeOwner, isOwnedElsewhere } from "../project/own-project.ts";

export const projectHandlers = (context: HandlerContext): Handlers<typeof projectRoutes> => {
  const { ports, paths } = context;
  const recent = new RecentProjects(paths.userData);

  /** What was created is taken away again when the project cannot be opened. */
  const create = async (folder: string, template: string): Promise<OpenProject> => {
    const from = await templateFolder(paths.resources, template);
    const created = await createProject(folder, from, ports.clock.now());
    try {
      const project = await context.open(folder);
      const made = created.files.map((file) => relative(folder, file).replaceAll("\\", "/"));
      await project.changes.created("Made from a template", made);
      return project;
    } catch (error) {
      // What was made is the other one's now.
      if (!isOwnedElsewhere(error)) await created.undo();
      throw error;
    }
  };

  return {
    "project.open": async ({ folder, create: wanted, template, readOnly }) => {
      const path = typedFolder(folder);
      await refuseWideFolder(path);
      const isMade = wanted && !readOnly;
      const project = isMade
        ? await create(path, template ?? defaultTemplate)
        : await context.open(path, readOnly ? "reader" : "owner");
      const openedAt = ports.clock.now().toISOString();
      await recent.add({ folder: path, name: project.projectName(), openedAt }).catch((error: unknown) => {
        ports.log.error("The list of recent projects could not be written.", error);
      });
      return infoOf(project);
    },
    "project.info": async () => {
      const project = context.project();
      await indexedOrSoon(project);
      return infoOf(project);
    },
    "project.proposals": ({ agent }) => proposalsFor(context.project(), agent),
    "project.choose": async ({ proposal, include, agent }) => {
      const project = context.project();
      const { agents, folderKind, settings } = project;
      const globs = includeFor(proposal, folderKind.kind(), include);
      await agents.save(agents.get(agent).id, { workspaceFiles: { include: [...globs] } });
      await settings.set({ proposal });
      context.events.publish({ event: "settings.changed", ...bothSettings(context) });
      return infoOf(project);
    },
    "project.close": async () => {
      await context.closeProject();
      return {};
    },
    "project.recent": async () => ({ projects: await recent.list() }),
    "project.pickFolder": async () => ({ folder: (await ports.pickFolder?.()) ?? null }),
    "project.templates": async () => ({ templates: await listTemplates(paths.resources) }),
  };
};

/** A small project answers with all its warnings; a large one does not keep anybody waiting for them. */
const indexedOrSoon = async ({ workspace }: OpenProject): Promise<void> => {
  await new Patience().wait(workspace.settled(), () => workspace.files.left() ?? Infinity);
};

const infoOf = async (project: OpenProject): Promise<ProjectInfo> => ({
  readOnly: project.access.nonce === null ? { owner: describeOwner(project.access.owner) } : null,
  folder: project.folder,
  name: project.projectName(),
  kind: project.folderKind.kind(),
  kindWhy: project.folderKind.why(),
  proposal: project.settings.get().proposal ?? null,
  instructions: instructionsIn(project),
  workspace: shownWorkspace(project.agents.get().workspace),
  hasWorkspace: await hasFolder(project),
  agents: project.agents.list().map(({ id, displayName, workspace }) => ({
    id,
    displayName,
    workspace: shownWorkspace(workspace),
  })),
  warnings: await project.warnings.list(),
  recovered: project.recovered,
});

const instructionsIn = ({ workspace, agents }: OpenProject): ProjectInfo["instructions"] =>
  workspace.files
    .list(agents.get().workspace)
    .filter(({ inner, name }) => name === "AGENTS.md" && inner !== name)
    .map(({ path }) => ({ path, folder: path.slice(0, path.lastIndexOf("/")) }));

const hasFolder = async ({ workspace, agents }: OpenProject): Promise<boolean> => {
  try {
    return (await workspace.roots.base(agents.get().workspace, "", false)).found === "folder";
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};
