import { z } from "zod";
import {
  importCost,
  importPlace,
  importPlan,
  importReport,
  importRun,
  importUndone,
} from "../model/import-plan.ts";
import { importSource } from "../model/import-source.ts";
import { route } from "./route.ts";

/** A pasted list of memories; longer ones are files. */
const MAX_PASTED_CHARS = 2 * 1024 * 1024;
const keys = z.array(z.string().max(100)).max(500_000);

export const importersRoutes = {
  /** Folders of other programs on the core's machine that can be moved in. Looks at names and times only. */
  "importers.places": route(z.object({}), z.object({ places: z.array(importPlace) })),
  /**
   * What moving in from this file, folder, archive or pasted text would do. Writes nothing, calls no model. Fails
   * with `import-unknown` when nothing is recognised.
   */
  "importers.plan": route(
    z.object({
      /** Absolute, on the machine of the core. */
      path: z.string().max(4_096).optional(),
      text: z.string().max(MAX_PASTED_CHARS).optional(),
      source: importSource.optional(),
      agent: z.string().optional(),
    }),
    importPlan,
  ),
  /** What the chosen items would add to every message, for each profile in use. Writes nothing. */
  "importers.cost": route(
    z.object({ plan: z.string(), items: keys.optional() }),
    z.object({ costs: z.array(importCost) }),
  ),
  /**
   * Writes the items of a plan, by default those that are ticked. Nothing that exists is replaced. Fails with
   * `source-changed` when the source is not as it was planned.
   */
  "importers.apply": route(z.object({ plan: z.string(), items: keys.optional() }), importReport),
  /** Forgets a plan and stops reading. */
  "importers.drop": route(z.object({ plan: z.string() }), z.object({})),
  /** Earlier runs, the newest first. */
  "importers.runs": route(z.object({}), z.object({ runs: z.array(importRun) })),
  /** Removes what a run created and is unchanged since; conversations go to the trash. */
  "importers.undo": route(z.object({ run: z.string().max(100) }), importUndone),
};

export const importersEvents = {
  /** `done` and `total` in bytes while reading, in items while writing. */
  "importers.progress": z.object({
    work: z.enum(["reading", "writing"]),
    done: z.number(),
    total: z.number(),
  }),
};
