import { z } from "zod";
import { route } from "./route.ts";

export const foldersRoutes = {
  /**
   * Folders of this computer for a folder picker: those in `typed`, or those that start with its last name.
   * Empty: the home folder. `~` is the home folder.
   */
  "folders.list": route(
    z.object({ typed: z.string().max(4096).default("") }),
    z.object({
      folder: z.string(),
      parent: z.string().nullable(),
      folders: z.array(z.object({ name: z.string(), path: z.string() })),
      /** How many more there are. */
      leftOut: z.number().int(),
      /** Opened before, newest first. */
      recent: z.array(z.object({ folder: z.string(), name: z.string() })),
    }),
  ),
};
