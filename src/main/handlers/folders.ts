import type { foldersRoutes } from "#shared/contract/folders.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { listFolders } from "../workspace/list-folders.ts";
import { RecentProjects } from "../workspace/recent-projects.ts";
import type { HandlerContext } from "./handler-context.ts";

export const foldersHandlers = ({ paths }: HandlerContext): Handlers<typeof foldersRoutes> => {
  const recent = new RecentProjects(paths.userData);
  return {
    "folders.list": async ({ typed }) => {
      const [listed, projects] = await Promise.all([listFolders(typed), recent.list()]);
      return {
        ...listed,
        folders: [...listed.folders],
        recent: projects.map(({ folder, name }) => ({ folder, name })),
      };
    },
  };
};
