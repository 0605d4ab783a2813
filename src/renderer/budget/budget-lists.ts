import type { Client } from "#shared/contract/index.ts";
import type { BudgetState } from "./budget-state.ts";

/** The agents and profiles that a prompt can be for. */
export const listsOf = async (client: Client): Promise<Pick<BudgetState, "agents" | "profiles">> => {
  const [{ agents }, { profiles }] = await Promise.all([
    client.call("agents.list", {}),
    client.call("profiles.list", {}),
  ]);
  return { agents, profiles };
};

type Found = Partial<Pick<BudgetState, "localProviders" | "models">>;

/** What can be tried. Each part is said as soon as it is known: a server may take its time. */
export const readModels = async (client: Client, onFound: (found: Found) => void): Promise<void> => {
  const { providers } = await client.call("providers.list", {}).catch(() => ({ providers: [] }));
  onFound({ localProviders: providers.filter(({ baseUrl }) => isLocal(baseUrl)).map(({ id }) => id) });
  const { models } = await client.call("models.list", { remembered: true }).catch(() => ({ models: [] }));
  onFound({ models });
};

/** Built-in has no address at all. */
const isLocal = (baseUrl: string): boolean =>
  baseUrl === "" || /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
