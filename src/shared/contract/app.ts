import { z } from "zod";
import { route } from "./route.ts";

export const doctorLine = z.object({
  id: z.string(),
  /** `broken` means Satchel cannot work; `absent` is optional and missing. */
  status: z.enum(["ok", "warning", "absent", "broken"]),
  title: z.string(),
  /** One sentence: what was found and, if it is not ok, what to do. */
  detail: z.string(),
});
export type DoctorLine = z.output<typeof doctorLine>;

/** One value that a window stores, and when (milliseconds): the newer of two wins. */
export const keptEntry = z.object({ at: z.number(), value: z.unknown() });
export type KeptEntry = z.output<typeof keptEntry>;
export const keptEntries = z.record(z.string(), keptEntry);
export type KeptEntries = z.output<typeof keptEntries>;

const restoredTable = z.object({ table: z.string(), rows: z.number().int(), skipped: z.number().int() });

export const backupFacts = z.object({
  /** Null: the newest state, which every backup replaces. */
  name: z.string().nullable(),
  /** When it was written. */
  at: z.string(),
  bytes: z.number().int().nonnegative(),
  tables: z.array(z.object({ table: z.string(), rows: z.number().int().nonnegative() })),
});
export type BackupFacts = z.output<typeof backupFacts>;

export const appRoutes = {
  "app.doctor": route(z.object({}), z.object({ ok: z.boolean(), lines: z.array(doctorLine) })),
  /** Earlier backups of what only the database holds, newest first: days, and one before each upgrade. */
  "app.backups": route(
    z.object({}),
    z.object({ backups: z.array(z.string()), details: z.array(backupFacts) }),
  ),
  /** What a restore would add; nothing is changed. */
  "app.previewBackup": route(
    z.object({ backup: z.string().max(40).nullable() }),
    z.object({ restored: z.array(restoredTable) }),
  ),
  /** Brings back rows that the database lacks, from one of these or, without a name, from the newest backup. */
  "app.restoreBackup": route(
    z.object({ backup: z.string().max(40).nullable() }),
    z.object({
      restored: z.array(restoredTable),
      /** For `app.undoRestore`; null when nothing was missing. */
      undo: z.string().nullable(),
    }),
  ),
  /** Removes what a restore added. Rows that were changed since stay: `kept`. */
  "app.undoRestore": route(
    z.object({ undo: z.string().max(80) }),
    z.object({ removed: z.number().int(), kept: z.number().int() }),
  ),
  "app.info": route(
    z.object({}),
    z.object({
      version: z.string(),
      host: z.enum(["electron", "web", "cli"]),
      platform: z.string(),
      /** The host has a folder dialog: `project.pickFolder`. */
      picksFolders: z.boolean(),
    }),
  ),
  /** What windows store about the open project: tabs, unsaved text, widths. */
  "app.windowState": route(z.object({}), z.object({ entries: keptEntries })),
  "app.keepWindowState": route(z.object({ key: z.string().max(200), entry: keptEntry }), z.object({})),
};

/** Commands of the host's own menu for the page. */
export const appCommand = z.enum([
  "open-folder",
  "new-file",
  "new-chat",
  "save",
  "find",
  "palette",
  "settings",
  "help",
  "show-work",
  "show-budget",
  "show-memory",
  "show-agents",
  "show-history",
  "show-xray",
  "show-inbox",
  "show-trials",
  "toggle-files",
  "toggle-chat",
]);
export type AppCommand = z.output<typeof appCommand>;

export const appEvents = {
  "app.command": z.object({ command: appCommand }),
  /**
   * Emitted by a carrier, not by the core: events were missed, so everything on the screen must be read
   * again.
   */
  "app.resync": z.object({ reason: z.enum(["events-missed", "restarted"]) }),
};
