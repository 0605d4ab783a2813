import type { Handlers } from "#shared/contract/index.ts";
import type { modelFilesRoutes } from "#shared/contract/model-files.ts";
import { listModelPaths } from "../providers/local/list-model-paths.ts";
import type { HandlerContext } from "./handler-context.ts";

export const modelFilesHandlers = ({ localModels }: HandlerContext): Handlers<typeof modelFilesRoutes> => {
  const { files } = localModels;
  return {
    "modelFiles.list": () => localModels.overview(),
    "modelFiles.find": async () => ({ found: [...(await files.found())], memory: localModels.memory() }),
    "modelFiles.look": async ({ path }) => ({ model: await files.look(path) }),
    "modelFiles.add": async ({ path, name }) => ({ file: await files.add(path, name) }),
    "modelFiles.set": async ({ id, window }) => ({ file: await files.setWindow(id, window) }),
    "modelFiles.remove": async ({ id }) => {
      await files.remove(id);
      return {};
    },
    "modelFiles.unload": async () => {
      await localModels.unload();
      return {};
    },
    "modelFiles.pick": async () => ({ path: await localModels.pick() }),
    "modelFiles.complete": async ({ typed }) => {
      const listed = await listModelPaths(typed);
      return { ...listed, entries: [...listed.entries] };
    },
  };
};
