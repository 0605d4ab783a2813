import type { Manifest } from "#shared/model/manifest.ts";
import type { Variant } from "#shared/model/trial.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import type { BudgetState } from "./budget-state.ts";
import { targetOf, triedRequest } from "./tried-request.ts";

type Tried = Pick<BudgetState, "saved" | "tried" | "agents" | "profiles" | "models" | "whatIf" | "question">;

/** What the budget tries (a model, a window, a profile, texts that are not saved) as one side of a trial. */
export const triedVariant = (state: Tried, manifest: Manifest): Variant => {
  const { whatIf, models, profiles } = state;
  const { model, profile, overrides } = triedRequest(state);
  const provider = models.find(({ id }) => id === model)?.provider ?? targetOf(state)?.agent.provider ?? null;
  const words = t.budget.whatIf;
  const changes = [
    ...(model === undefined ? [] : [model]),
    ...(whatIf.window === null ? [] : [words.trialWindow(formatCount(whatIf.window))]),
    ...(profile === undefined ? [] : [profiles.find(({ id }) => id === profile)?.title ?? profile]),
    ...(overrides.files === undefined ? [] : [words.trialTexts]),
  ];
  return {
    name: words.trialName(changes),
    agent: manifest.agent,
    ...(model !== undefined && provider !== null && { model: { provider, model } }),
    ...(profile !== undefined && { profile }),
    ...(Object.keys(overrides).length > 0 && { overrides }),
  };
};
