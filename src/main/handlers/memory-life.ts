import type { Handlers } from "#shared/contract/index.ts";
import type { memoryLifeRoutes } from "#shared/contract/memory-life.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { exportAll, importAll } from "../memory/import-export.ts";
import { shownMemory } from "../memory/recall/shown-memory.ts";
import type { HandlerContext } from "./handler-context.ts";

export const memoryLifeHandlers = (context: HandlerContext): Handlers<typeof memoryLifeRoutes> => {
  const life = () => context.project().memoryLife;
  return {
    "memory.learned": async ({ session, limit }) => {
      await life().reader.caughtUp();
      return { learned: [...life().learner.list(session, limit)] };
    },
    "memory.undo": ({ learned }) => life().learner.undo(learned),
    "memory.update": async ({ agent, id, text }) => {
      const { agents, memory, today } = context.project();
      await memory.ready();
      const updated = await life().forgetter.update(agents.get(agent), id, text);
      const { path, change } = updated;
      return { path, change, memory: updated.memory && shownMemory(updated.memory, today()) };
    },
    "memory.forget": async ({ agent, id }) => {
      const { agents, memory } = context.project();
      await memory.ready();
      return life().forgetter.forget(agents.get(agent), id);
    },
    "memory.purge": async ({ forgotten, kinds }) => ({
      purged: await life().forgetter.purge(forgotten, kinds),
    }),
    "memory.consolidate": ({ agent, mode, agreed }, { signal }) => {
      context.project().folderAccess.require("Consolidating memory");
      const found = context.project().agents.get(agent);
      return life().consolidator.run(found, mode, agreed ?? null, abortSignal(signal));
    },
    "memory.export": () => exportAll(context.project(), context.ports.clock.now()),
    "memory.import": ({ text }, { signal }) => importAll(context.project(), text, signal),
  };
};
