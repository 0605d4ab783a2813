import type { Handlers } from "#shared/contract/index.ts";
import type { providersRoutes } from "#shared/contract/providers.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { discoverServers, listModels } from "../providers/list-models.ts";
import { loadPicture } from "../providers/load-picture.ts";
import type { HandlerContext } from "./handler-context.ts";

export const providersHandlers = (context: HandlerContext): Handlers<typeof providersRoutes> => {
  const { providers, requests, ports } = context;
  return {
    "providers.list": async () => ({ providers: [...(await providers.list())] }),
    "providers.save": async (draft) => ({ provider: await providers.save(draft) }),
    "providers.allowBackground": async ({ id, allowed }) => ({
      provider: await providers.allowBackground(id, allowed),
    }),
    "providers.remove": async ({ id }) => {
      await providers.remove(id);
      return {};
    },
    "providers.test": async ({ id }, { signal }) => {
      const models = await providers.models(id, abortSignal(signal));
      return { models: models.map((model) => model.id) };
    },
    "providers.discover": async (_input, { signal }) => {
      const found = await discoverServers(providers, requests, abortSignal(signal));
      return { found: found.map((server) => ({ ...server, models: [...server.models] })) };
    },
    "models.list": (asked, { signal }) => listModels(providers, ports.clock, asked, abortSignal(signal)),
    "requests.picture": async ({ address }, { signal }) => {
      context.currentProject()?.folderAccess.require("Loading pictures");
      return { data: await loadPicture(address, requests, abortSignal(signal)) };
    },
    "requests.log": () => ({ requests: [...requests.entries()] }),
  };
};
