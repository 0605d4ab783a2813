import type { Handlers } from "#shared/contract/index.ts";
import type { trialsRoutes } from "#shared/contract/trials.ts";
import type { HandlerContext } from "./handler-context.ts";

export const trialsHandlers = (context: HandlerContext): Handlers<typeof trialsRoutes> => {
  const trials = () => context.project().trials;
  return {
    "trials.sets": async () => ({ sets: [...(await trials().sets())] }),
    "trials.read": async ({ path }) => {
      const { problems, ...read } = await trials().read(path);
      return { ...read, problems: [...problems] };
    },
    "trials.save": (input) => trials().save(input),
    "trials.past": async (input) => ({ questions: [...(await trials().past(input))] }),
    "trials.plan": async (input, { signal }) => {
      const { plan, problems } = await trials().plan(input, signal);
      return { plan, problems: [...problems] };
    },
    "trials.start": async (input, { signal }) => ({ id: await trials().start(input, signal) }),
    "trials.stop": async ({ id }) => {
      await trials().stop(id);
      return {};
    },
    "trials.continue": async ({ id }) => {
      await trials().continue(id);
      return {};
    },
    "trials.list": async () => ({ trials: [...(await trials().list())] }),
    "trials.result": ({ id }, { signal }) => trials().result(id, signal),
    "trials.answers": ({ id, question }) => trials().answers(id, question),
    "trials.keep": async ({ id, variant }) => {
      const { change, name } = await trials().keep(id, variant);
      return { change, name };
    },
    "trials.windows": async () => ({ windows: [...(await context.project().readingWindows.list())] }),
    "trials.planWindow": (model) => context.project().readingWindows.plan(model),
    "trials.measureWindow": async (model) => {
      await context.project().readingWindows.start(model);
      return {};
    },
    "trials.stopWindow": async () => {
      await context.project().readingWindows.stop();
      return {};
    },
    "trials.remove": async ({ id }) => {
      await trials().remove(id);
      return {};
    },
  };
};
