import type { Handlers } from "#shared/contract/index.ts";
import type { sharingRoutes } from "#shared/contract/sharing.ts";
import type { HandlerContext } from "./handler-context.ts";

export const sharingHandlers = (context: HandlerContext): Handlers<typeof sharingRoutes> => {
  const sharing = () => context.project().sharing;
  return {
    "sharing.context": (input, { signal }) => sharing().contextFor(input, signal),
    "sharing.files": ({ agent }) => sharing().files(agent),
    "sharing.read": async ({ agent, path }) => ({ text: await sharing().read(agent, path) }),
    "sharing.propose": (input) => sharing().propose(input),
    "sharing.inbox": async () => ({ proposals: [...(await sharing().waiting())] }),
    "sharing.effect": ({ id }, { signal }) => sharing().effect(id, signal),
    "sharing.accept": ({ id, text }) => sharing().accept(id, text),
    "sharing.decline": async ({ id }) => {
      await sharing().decline(id);
      return {};
    },
  };
};
