import { z } from "zod";
import { route } from "./route.ts";

/** A remark about a file that does not stop the rest from working. */
export const fileWarning = z.object({
  code: z.string(),
  /** Project-relative path; empty for the project itself. */
  path: z.string(),
  line: z.number().int().positive().nullable(),
  message: z.string(),
});
export type FileWarning = z.output<typeof fileWarning>;

export const projectInfo = z.object({
  folder: z.string(),
  name: z.string(),
  /** Project-relative folder of the default agent's workspace. */
  workspace: z.string(),
  hasWorkspace: z.boolean(),
  agents: z.array(z.object({ id: z.string(), displayName: z.string(), workspace: z.string() })),
  warnings: z.array(fileWarning),
  /** Set when the index could not be read and was set aside and rebuilt. */
  recovered: z.object({ setAside: z.string() }).nullable(),
});
export type ProjectInfo = z.output<typeof projectInfo>;

export const projectRoutes = {
  "project.open": route(
    z.object({
      folder: z.string().min(1),
      /** Make the folder and fill it from the template; files that exist are never overwritten. */
      create: z.boolean().default(false),
      template: z.string().optional(),
    }),
    projectInfo,
  ),
  "project.info": route(z.object({}), projectInfo),
  "project.close": route(z.object({}), z.object({})),
  "project.recent": route(
    z.object({}),
    z.object({ projects: z.array(z.object({ folder: z.string(), name: z.string(), openedAt: z.string() })) }),
  ),
  /** Asks the person for a folder with the host's own dialog. Null: they chose none, or there is no dialog. */
  "project.pickFolder": route(z.object({}), z.object({ folder: z.string().nullable() })),
  "project.templates": route(
    z.object({}),
    z.object({
      templates: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
    }),
  ),
};

export const projectEvents = {
  "project.opened": z.object({ folder: z.string() }),
  "project.closed": z.object({ folder: z.string() }),
  "project.warnings": z.object({ warnings: z.array(fileWarning) }),
};
