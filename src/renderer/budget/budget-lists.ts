import { isEmbeddingModel } from "#shared/model/embedding-model.ts";
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

/** Reads the models that can be tried. Each part is set as soon as it is known, because a server may be slow. */
export const readModels = async (client: Client, onFound: (found: Found) => void): Promise<void> => {
  const { providers } = await client.call("providers.list", {}).catch(() => ({ providers: [] }));
  onFound({ localProviders: providers.filter(({ baseUrl }) => isLocal(baseUrl)).map(({ id }) => id) });
  const { models } = await client.call("models.list", { remembered: true }).catch(() => ({ models: [] }));
  onFound({ models: models.filter(({ id }) => !isEmbeddingModel(id)) });
};

/** The built-in provider has no address. */
const isLocal = (baseUrl: string): boolean =>
  baseUrl === "" || /^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
