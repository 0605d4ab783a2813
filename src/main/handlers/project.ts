import type { Handlers } from "#shared/contract/index.ts";
import type { projectRoutes } from "#shared/contract/project.ts";
import { changeTrust, forgetTrust } from "../project/change-trust.ts";
import { infoOf, settledInfo } from "../project/project-info.ts";
import { chooseProposal, proposalsFor } from "../project/proposals.ts";
import { startProject } from "../project/start-project.ts";
import { RecentProjects } from "../workspace/recent-projects.ts";
import { TrustedFolders } from "../workspace/trusted-folders.ts";
import { listTemplates } from "../workspace/templates.ts";
import { reportSettings } from "../project/change-settings.ts";
import type { HandlerContext } from "./handler-context.ts";

export const projectHandlers = (context: HandlerContext): Handlers<typeof projectRoutes> => {
  const { ports, paths } = context;
  const recent = new RecentProjects(paths.userData);
  const folders = new TrustedFolders(paths.userData);
  return {
    "project.open": (input) => startProject(context, { recent, folders }, input),
    "project.trust": async ({ trusted }) => {
      await changeTrust(context.project(), trusted, folders, ports.clock);
      return infoOf(context.project());
    },
    "project.trustedFolders": async () => ({
      folders: (await folders.list()).map(({ folder, trust, at }) => ({ folder, trust, at })),
    }),
    "project.forgetTrust": async ({ folder }) => {
      await forgetTrust(folder, context.currentProject(), folders);
      return {};
    },
    "project.info": () => settledInfo(context.project()),
    "project.proposals": ({ agent }) => proposalsFor(context.project(), agent),
    "project.choose": async (choice) => {
      await chooseProposal(context.project(), choice);
      reportSettings(context);
      return infoOf(context.project());
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
