import { Failure } from "#shared/contract/index.ts";
import { samplingOf } from "#shared/model/sampling.ts";
import type { Variant } from "#shared/model/trial.ts";
import type { Budget } from "../context/budget/budget.ts";

export type Kept = Awaited<ReturnType<Budget["keep"]>>;

/** Makes a variant of a trial the way the agent answers from now on. One change, which can be undone. */
export const keepVariant = (variant: Variant, budget: Pick<Budget, "keep">): Promise<Kept> => {
  const { agent, model, profile, overrides, name } = variant;
  const sampling = samplingOf(variant);
  const values = {
    ...(model === undefined ? {} : { provider: model?.provider ?? null, model: model?.model ?? null }),
    ...(profile === undefined ? {} : { profile }),
    ...(Object.keys(sampling).length === 0 ? {} : { sampling }),
  };
  if (Object.keys(values).length === 0 && Object.keys(overrides ?? {}).length === 0) {
    throw new Failure("nothing-to-keep", `"${name}" is the project as it is, so there is nothing to keep.`);
  }
  return budget.keep({
    ...(agent !== undefined && { agent }),
    ...(profile !== undefined && { profile }),
    overrides,
    values,
    title: `Kept "${name}" of a trial`,
  });
};
