import { Failure, type Handlers } from "#shared/contract/index.ts";
import type { providersRoutes } from "#shared/contract/providers.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { findLocalServers } from "../providers/local-servers.ts";
import type { ModelList } from "../providers/open-providers.ts";
import type { HandlerContext } from "./handler-context.ts";

export const providersHandlers = (context: HandlerContext): Handlers<typeof providersRoutes> => {
  const { providers, requests } = context;
  const changed = async () => {
    context.events.publish({ event: "providers.changed", providers: [...(await providers.list())] });
  };
  return {
    "providers.list": async () => ({ providers: [...(await providers.list())] }),
    "providers.save": async (draft) => {
      const provider = await providers.save(draft);
      await changed();
      return { provider };
    },
    "providers.allowBackground": async ({ id, allowed }) => {
      const provider = await providers.allowBackground(id, allowed);
      await changed();
      return { provider };
    },
    "providers.remove": async ({ id }) => {
      await providers.remove(id);
      await changed();
      return {};
    },
    "providers.test": async ({ id }, { signal }) => {
      const models = await providers.models(id, abortSignal(signal));
      return { models: models.map((model) => model.id) };
    },
    "providers.discover": async (_input, { signal }) => {
      const known = new Set((await providers.list()).map(({ baseUrl }) => baseUrl));
      const found = await findLocalServers(requests, abortSignal(signal));
      return {
        found: found
          .filter(({ baseUrl }) => !known.has(baseUrl))
          .map((server) => ({ ...server, models: [...server.models] })),
      };
    },
    "models.list": async ({ provider, remembered }, { signal }) => {
      const ids = provider ? [provider] : (await providers.list()).map(({ id }) => id);
      const stop = abortSignal(signal);
      const listOf = (id: string) =>
        remembered ? providers.knownModels(id, stop) : askedNow(context, id, stop);
      const lists = await Promise.all(ids.map((id) => listOrProblem(id, () => listOf(id))));
      return {
        models: lists.flatMap(({ models }) => [...models]),
        problems: lists.flatMap(({ problem }) => (problem ? [problem] : [])),
        asked: lists.flatMap(({ provider: id, at }) => (at === null ? [] : [{ provider: id, at }])),
      };
    },
    "requests.log": () => ({ requests: [...requests.entries()] }),
  };
};

const askedNow = async (
  { providers, ports }: HandlerContext,
  id: string,
  signal: AbortSignal,
): Promise<ModelList> => ({
  models: await providers.models(id, signal),
  at: ports.clock.now().toISOString(),
});

/** One server that is down does not hide the models of the others. */
const listOrProblem = async (provider: string, list: () => Promise<ModelList>) => {
  try {
    return { provider, ...(await list()), problem: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problem = { provider, code: error.code, message: error.message };
    return { provider, models: [], at: null, problem };
  }
};
