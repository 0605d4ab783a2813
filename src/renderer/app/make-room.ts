import type { Consequence } from "#shared/model/consequence.ts";
import { partsOf } from "#shared/model/prompt-part.ts";
import { requestOf } from "../budget/preview-prompt.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Workbench } from "./workbench.ts";

/** Ways that are asked for; the core tries each of them. */
const MAX_OFFERS = 4;

type Wanted = Pick<Consequence, "path"> & {
  /** Only a way that sends all of it will do. */
  readonly whole?: boolean;
};

/**
 * Takes the first way that brings the file back without pushing another one out, and all of it where that is
 * possible; it is written with an undo. Where there is none, the budget shows what takes the room.
 */
export const makeRoomFor = async (bench: Workbench, { path, whole = false }: Wanted): Promise<void> => {
  const { client, budget, preview, showWhy } = bench;
  const { manifest, question } = preview.getState();
  const part = manifest && partsOf(manifest).find((each) => each.path === path);
  if (part) {
    const input = { ...requestOf(question), pick: { part: part.id }, limit: MAX_OFFERS };
    const { offers } = await client.call("budget.offers", input);
    const harmless = offers.filter(
      ({ effect }) => effect?.pushedOut.length === 0 && effect.comesIn.some(({ id }) => id === part.id),
    );
    const best = harmless.find(({ effect }) =>
      effect?.grown.some(({ key, kept, raw }) => key === part.id && kept === raw),
    );
    const fitting = best ?? (whole ? undefined : harmless[0]);
    if (fitting) return budget.getState().apply(fitting.edit);
  }
  notify(t.editor.consequence.noRoom(path.slice(path.lastIndexOf("/") + 1)));
  showWhy(path);
};
