import type { dreamRoutes } from "#shared/contract/dream.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

export const dreamHandlers = (context: HandlerContext): Handlers<typeof dreamRoutes> => {
  const dreams = () => context.project().memoryLife.dreams;
  const agentOf = (id: string | undefined) => context.project().agents.get(id);
  return {
    "dream.preview": async ({ agent }) => ({ candidates: [...(await dreams().preview(agentOf(agent)))] }),
    "dream.run": ({ agent, memories }) => {
      context.project().folderAccess.require("Dreaming");
      return dreams().run(agentOf(agent), memories);
    },
    "dream.waiting": async () => ({ waiting: [...(await context.project().memoryLife.upkeep.waiting())] }),
    "dream.undo": async ({ agent, sweep }) => ({ removed: await dreams().undo(agentOf(agent), sweep) }),
    "dream.diary": async ({ agent }) => {
      const { workspace, memoryLife } = context.project();
      const found = agentOf(agent);
      return {
        text: await workspace.readManaged(found.workspace, "DREAMS.md"),
        sweeps: [...dreams().sweeps(found)],
        next: (await memoryLife.upkeep.nextDream(found))?.toISOString() ?? null,
      };
    },
  };
};
