import { z } from "zod";
import { changeActor } from "../model/change.ts";
import { route } from "./route.ts";

/** A deleted file, folder or conversation that can come back. */
export const trashItem = z.object({
  id: z.string(),
  kind: z.enum(["file", "folder", "conversation"]),
  /** Project-relative path, or the conversation's title. */
  name: z.string(),
  at: z.string(),
  /** Null when it is not known any more. */
  actor: changeActor.nullable(),
  bytes: z.number().int().nonnegative(),
  /** `system`: the thing itself is in the system's trash; its kept text is brought back by undoing `change`. */
  where: z.enum(["project", "system"]),
  change: z.string().nullable(),
});
export type TrashItem = z.output<typeof trashItem>;

export const trashRoutes = {
  /** Newest first. `bytes` is what the project's own trash takes. */
  "trash.list": route(
    z.object({}),
    z.object({
      items: z.array(trashItem),
      bytes: z.number().int().nonnegative(),
      limits: z.object({ days: z.number(), bytes: z.number() }),
    }),
  ),
  /** To where it was. Fails with `exists` when something else is there by now. */
  "trash.restore": route(
    z.object({ id: z.string() }),
    z.object({ path: z.string().nullable(), session: z.string().nullable() }),
  ),
  /** For good: these, or everything in the project's own trash. Texts that are kept as changes stay there. */
  "trash.empty": route(
    z.object({ ids: z.array(z.string()).max(10_000).optional() }),
    z.object({ removed: z.number().int() }),
  ),
};
