import { homedir } from "node:os";
import type { importersRoutes } from "#shared/contract/importers.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { findPlaces } from "../importers/known-places.ts";
import type { HandlerContext } from "./handler-context.ts";

export const importersHandlers = (context: HandlerContext): Handlers<typeof importersRoutes> => {
  const imports = () => context.project().imports;
  return {
    "importers.places": async () => ({
      places: [...(await findPlaces({ home: homedir(), env: process.env }))],
    }),
    "importers.plan": (input, { signal }) => imports().plan(input, signal),
    "importers.cost": async ({ plan, items }, { signal }) => ({
      costs: [...(await imports().cost(plan, items, signal))],
    }),
    "importers.apply": ({ plan, items }, { signal }) => imports().apply(plan, items, signal),
    "importers.drop": ({ plan }) => {
      imports().drop(plan);
      return {};
    },
    "importers.runs": async () => ({ runs: await imports().runs() }),
    "importers.undo": ({ run }) => imports().undo(run),
  };
};
