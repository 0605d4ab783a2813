import type { Handlers } from "#shared/contract/index.ts";
import type { readersRoutes } from "#shared/contract/readers.ts";
import { profileOf, readers } from "../readers/readers.ts";
import type { HandlerContext } from "./handler-context.ts";

export const readersHandlers = (context: HandlerContext): Handlers<typeof readersRoutes> => {
  const xray = () => context.project().xray;
  return {
    "readers.list": () => ({ readers: readers.map(profileOf) }),
    "readers.look": (input, { signal }) => xray().look(input, signal),
    "readers.overlaps": ({ cwd, drafts }) => xray().overlaps(cwd, drafts),
    "readers.folders": () => xray().folders(),
    "readers.cell": (input) => xray().cell(input),
    "readers.fix": (input) => xray().fix(input),
    "readers.oneSource": ({ keep, apply }) => xray().oneSource(keep, apply),
  };
};
