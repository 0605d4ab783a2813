import { z } from "zod";
import { route } from "./route.ts";

export const commit = z.object({
  id: z.string(),
  message: z.string(),
  at: z.string(),
  files: z.number().int().nullable(),
});
export type Commit = z.output<typeof commit>;

const workspaceOf = { agent: z.string().optional() };

export const historyRoutes = {
  "history.list": route(
    z.object({
      ...workspaceOf,
      path: z.string().optional(),
      limit: z.number().int().positive().default(100),
    }),
    z.object({ commits: z.array(commit), enabled: z.boolean() }),
  ),
  /** From one commit to another, or to the current files. */
  "history.diff": route(
    z.object({ ...workspaceOf, from: z.string(), to: z.string().optional(), path: z.string().optional() }),
    z.object({
      files: z.array(
        z.object({
          path: z.string(),
          kind: z.enum(["added", "changed", "removed"]),
          /** True: no text, so both sides are null. */
          binary: z.boolean(),
          /** Null when the file did not exist. */
          before: z.string().nullable(),
          after: z.string().nullable(),
          /** True when the whole difference is too long to be returned at once. Ask for this path alone. */
          leftOut: z.boolean(),
        }),
      ),
    }),
  ),
  /**
   * Restores a file, a folder, or without `path` the whole workspace. Uncommitted changes are committed
   * first, and the restored state after, so that it can be undone. `paths` are workspace-relative; `commit`
   * is null when nothing had changed.
   */
  "history.restore": route(
    z.object({ ...workspaceOf, commit: z.string(), path: z.string().optional() }),
    z.object({
      commit: z.string().nullable(),
      paths: z.array(z.string()),
      /** For `changes.undo`; null when nothing was written. */
      change: z.string().nullable(),
    }),
  ),
  /** `commit` is null when nothing changed since the last one. */
  "history.checkpoint": route(
    z.object({ ...workspaceOf, note: z.string().default("manual") }),
    z.object({ commit: z.string().nullable() }),
  ),
};

export const historyEvents = {
  "history.changed": z.object({ agent: z.string(), commit: z.string() }),
};
