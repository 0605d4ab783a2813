import type { budgetRoutes } from "#shared/contract/budget.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

export const budgetHandlers = (context: HandlerContext): Handlers<typeof budgetRoutes> => {
  const budget = () => context.project().budget;
  return {
    "budget.offers": async (input, { signal }) => ({ offers: [...(await budget().offers(input, signal))] }),
    "budget.apply": (input) => budget().apply(input),
  };
};
