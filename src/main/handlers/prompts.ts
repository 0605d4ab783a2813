import type { Handlers } from "#shared/contract/index.ts";
import type { promptsRoutes } from "#shared/contract/prompts.ts";
import { offersFor } from "../chat/offers.ts";
import { SavedPrompts } from "../settings/saved-prompts.ts";
import type { HandlerContext } from "./handler-context.ts";

export const promptsHandlers = (context: HandlerContext): Handlers<typeof promptsRoutes> => {
  const saved = new SavedPrompts(context.paths.userData);
  return {
    "prompts.offers": async (asked) => offersFor(context.project(), await saved.list(), asked),
    "prompts.list": async () => ({ prompts: await saved.list() }),
    "prompts.save": async (prompt) => {
      await saved.save(prompt);
      return { prompts: await saved.list() };
    },
    "prompts.remove": async ({ name }) => ({
      removed: await saved.remove(name),
      prompts: await saved.list(),
    }),
  };
};
