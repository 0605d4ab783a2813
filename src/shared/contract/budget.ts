import { z } from "zod";
import { promptEffect } from "../model/prompt-effect.ts";
import { agentEdit, promptEdit } from "../model/prompt-edit.ts";
import { limitId } from "../model/prompt-limit.ts";
import { previewInput } from "./context.ts";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

/** Where an edit is written: a profile, a copy of a shipped one, agents.yaml, or the top of the file itself. */
export const editPlace = z.enum(["profile", "copy", "agents", "file"]);

/** One way to change what becomes of a part of the prompt. */
export const offer = z.object({
  id: z.enum(["raise", "window", "unexclude", "tag", "priority", "pin", "exclude"]),
  /** What the limit becomes, the tag's name, the new priority. */
  value: z.union([z.string(), z.number()]).nullable(),
  /** The field of the profile that is raised. */
  field: z.string().nullable(),
  edit: promptEdit,
  /** Where `budget.apply` would write it. */
  place: editPlace,
  /** Null when there would be no prompt: the window is too small then. */
  effect: promptEffect.nullable(),
});
export type Offer = z.output<typeof offer>;

export const budgetRoutes = {
  /**
   * What can be done about a part of the prompt (its id as in `partsOf`) or about a limit, each way with what it
   * would do to the prompt that a preview of the same input shows. The assembler's own fix comes first. Fails with
   * `part-not-found`.
   */
  "budget.offers": route(
    previewInput.omit({ include: true, against: true }).extend({
      pick: z.union([z.strictObject({ part: z.string() }), z.strictObject({ limit: limitId })]),
      /** Only the first ones, up to the limit. */
      limit: z.number().int().positive().max(10).default(10),
    }),
    z.object({ offers: z.array(offer) }),
  ),
  /**
   * Writes an edit, for the agent of the session, the one named or the default one, and for its profile unless
   * another is named. All of it is one change, or nothing is written.
   */
  "budget.apply": route(
    z.object({
      edit: z.union([promptEdit, agentEdit]),
      agent: z.string().optional(),
      session: sessionId.optional(),
      profile: z.string().optional(),
    }),
    z.object({
      /** For `changes.undo`; null when everything was so already. */
      change: z.string().nullable(),
      place: editPlace,
      /** Title of the profile, or the file's path. */
      name: z.string(),
      /** Id of the profile that was written. */
      profile: z.string().nullable(),
    }),
  ),
};
