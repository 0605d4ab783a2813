import { Failure } from "#shared/contract/index.ts";
import type { Clock } from "../base/clock.ts";
import { findLocalServers, type LocalServer } from "./local-servers.ts";
import type { ModelList, Providers } from "./open-providers.ts";
import type { RequestLog } from "./request-log.ts";

export type ModelsAsked = {
  /** Of one provider only. */
  readonly provider?: string | undefined;
  /** Remote servers are not asked; their last list counts. */
  readonly remembered: boolean;
};

/** The models of all providers. A server that is down does not hide the models of the others. */
export const listModels = async (
  providers: Providers,
  clock: Clock,
  { provider, remembered }: ModelsAsked,
  signal: AbortSignal,
) => {
  const ids = provider ? [provider] : (await providers.list()).map(({ id }) => id);
  const askedNow = async (id: string): Promise<ModelList> => ({
    models: await providers.models(id, signal),
    at: clock.now().toISOString(),
  });
  const listOf = (id: string) => (remembered ? providers.knownModels(id, signal) : askedNow(id));
  const lists = await Promise.all(ids.map((id) => listOrProblem(id, () => listOf(id))));
  return {
    models: lists.flatMap(({ models }) => [...models]),
    problems: lists.flatMap(({ problem }) => (problem ? [problem] : [])),
    asked: lists.flatMap(({ provider: id, at }) => (at === null ? [] : [{ provider: id, at }])),
  };
};

/** The servers that run on this machine and are not set up yet. */
export const discoverServers = async (
  providers: Providers,
  requests: RequestLog,
  signal: AbortSignal,
): Promise<readonly LocalServer[]> => {
  const known = new Set((await providers.list()).map(({ baseUrl }) => baseUrl));
  const found = await findLocalServers(requests, signal);
  return found.filter(({ baseUrl }) => !known.has(baseUrl));
};

const listOrProblem = async (provider: string, list: () => Promise<ModelList>) => {
  try {
    return { provider, ...(await list()), problem: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problem = { provider, code: error.code, message: error.message };
    return { provider, models: [], at: null, problem };
  }
};
