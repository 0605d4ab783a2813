import { z } from "zod";
import { change } from "../model/change.ts";
import { route } from "./route.ts";

/** `undoneBy`: the change that took it back and was not itself taken back. */
export const listedChange = change.extend({ undoneBy: z.string().nullable() });
export type ListedChange = z.output<typeof listedChange>;

/** A place where the file was changed since in a way that cannot be merged. Nothing was written. */
export const undoConflict = z.object({
  path: z.string(),
  reason: z.enum(["clash", "gone", "exists", "binary", "not-empty"]),
  /** The text the change left behind, the text now, and the text before the change; null: no such text. */
  base: z.string().nullable(),
  mine: z.string().nullable(),
  theirs: z.string().nullable(),
});
export type UndoConflict = z.output<typeof undoConflict>;

export const undone = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("done"),
    /** Null when the files already were as before. */
    change: z.string().nullable(),
    paths: z.array(z.string()),
    /** Files that could not come back, because their text was too large to keep. */
    missing: z.array(z.string()),
  }),
  z.object({ status: z.literal("conflict"), conflicts: z.array(undoConflict) }),
]);
export type Undone = z.output<typeof undone>;

export const changesRoutes = {
  /** Newest first. `path` is project-relative; a folder stands for everything in it. `before` is a change's id. */
  "changes.list": route(
    z.object({
      path: z.string().optional(),
      actor: z.string().optional(),
      session: z.string().optional(),
      kind: z.enum(["remove"]).optional(),
      limit: z.number().int().positive().max(1_000).default(100),
      before: z.string().optional(),
    }),
    z.object({ changes: z.array(listedChange), more: z.boolean() }),
  ),
  /** Both sides of one file of a change. Fails with `version-not-kept` when neither can be shown. */
  "changes.diff": route(
    z.object({ id: z.string(), path: z.string() }),
    z.object({
      path: z.string(),
      /** True: no text, so both sides are null. */
      binary: z.boolean(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Words of this text were forgotten since. */
      forgotten: z.boolean(),
    }),
  ),
  /**
   * A file that still is as the change left it gets what was there before; one that changed since is merged.
   * When that fails, nothing is written and all three texts are returned. Undoing is itself a change.
   */
  "changes.undo": route(z.object({ id: z.string() }), undone),
  /** All changes of one turn of a conversation, the newest first, all or none. */
  "changes.undoTurn": route(z.object({ session: z.string(), turn: z.string() }), undone),
};

export const changesEvents = {
  /** A change was recorded, extended or removed from the list. */
  "changes.changed": z.object({ change: z.string(), paths: z.array(z.string()) }),
};
