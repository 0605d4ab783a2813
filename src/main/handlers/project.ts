import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Failure, type Handlers } from "#shared/contract/index.ts";
import type { ProjectInfo, projectRoutes } from "#shared/contract/project.ts";
import { createProject } from "../workspace/create-project.ts";
import { RecentProjects } from "../workspace/recent-projects.ts";
import { defaultTemplate, listTemplates, templateFolder } from "../workspace/templates.ts";
import type { HandlerContext } from "./handler-context.ts";
import type { OpenProject } from "./open-project.ts";

export const projectHandlers = (context: HandlerContext): Handlers<typeof projectRoutes> => {
  const { ports, paths } = context;
  const recent = new RecentProjects(paths.userData);

  /** What was created is taken away again when the project cannot be opened. */
  const create = async (folder: string, template: string): Promise<OpenProject> => {
    const from = await templateFolder(paths.resources, template);
    const created = await createProject(folder, from, ports.clock.now());
    try {
      return await context.open(folder);
    } catch (error) {
      await created.undo();
      throw error;
    }
  };

  return {
    "project.open": async ({ folder, create: wanted, template }) => {
      const path = resolve(folder);
      const project = wanted ? await create(path, template ?? defaultTemplate) : await context.open(path);
      const openedAt = ports.clock.now().toISOString();
      await recent.add({ folder: path, name: project.name, openedAt }).catch((error: unknown) => {
        ports.log.error("The list of recent projects could not be written.", error);
      });
      return infoOf(project);
    },
    "project.info": async () => {
      const project = context.project();
      await indexedOrSoon(project);
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
  await workspace.files.ready();
  await Promise.race([workspace.settled(), delay(1000)]);
};

const infoOf = async (project: OpenProject): Promise<ProjectInfo> => ({
  folder: project.folder,
  name: project.name,
  workspace: project.agents.get().workspace,
  hasWorkspace: await hasFolder(project),
  agents: project.agents.list().map(({ id, displayName, workspace }) => ({ id, displayName, workspace })),
  warnings: await project.warnings(),
  recovered: project.recovered,
});

const hasFolder = async ({ workspace, agents }: OpenProject): Promise<boolean> => {
  try {
    return (await workspace.roots.base(agents.get().workspace, "", false)).found === "folder";
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
};
