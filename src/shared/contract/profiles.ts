import { z } from "zod";
import { profile } from "../model/profile.ts";
import { route } from "./route.ts";
import { isRecord, shortForm } from "./short-form.ts";

export const profilesRoutes = {
  "profiles.list": route(
    z.object({}),
    z.object({
      profiles: z.array(profile),
      problems: z.array(z.object({ file: z.string(), message: z.string() })),
    }),
  ),
  /**
   * A whole profile, or `{id, from, …changed fields}`; these may also be the input itself. The four that ship
   * with the app cannot be overwritten.
   */
  "profiles.save": route(
    shortForm(z.object({ profile: z.record(z.string(), z.unknown()) }), (input) =>
      isRecord(input) && "id" in input && !("profile" in input) ? { profile: input } : input,
    ),
    /** `change` is for `changes.undo`; null when nothing changed. */
    z.object({ profile, change: z.string().nullable() }),
  ),
  "profiles.remove": route(z.object({ id: z.string() }), z.object({ change: z.string().nullable() })),
};
