import type { Handlers } from "#shared/contract/index.ts";
import type { readersRoutes } from "#shared/contract/readers.ts";
import { applyEdits } from "../readers/apply-edits.ts";
import { profileOf, readers } from "../readers/readers.ts";
import { titleOfSource } from "../readers/xray.ts";
import type { HandlerContext } from "./handler-context.ts";

export const readersHandlers = (context: HandlerContext): Handlers<typeof readersRoutes> => {
  const xray = () => context.project().xray;
  const write = async (title: string, edits: Parameters<typeof applyEdits>[3]) => {
    const { workspace, ports } = context.project();
    const change = await applyEdits(workspace, ports.ids, title, edits);
    // The watcher would say so a moment later; the next look must not be older than the write.
    xray().listing.changed(edits.map(({ path }) => path));
    return change;
  };
  return {
    "readers.list": () => ({ readers: readers.map(profileOf) }),
    "readers.look": (input, { signal }) => xray().look(input, signal),
    "readers.folders": () => xray().folders(),
    "readers.cell": (input) => xray().cell(input),
    "readers.fix": async (input) => {
      const { title, edits } = await xray().planFix(input);
      return { change: await write(title, edits), title };
    },
    "readers.oneSource": async ({ keep, apply }) => {
      const { steps, edits } = await xray().planOneSource(keep);
      return { steps: [...steps], change: apply ? await write(titleOfSource(keep), edits) : null };
    },
  };
};
