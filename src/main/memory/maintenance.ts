import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { dateOfDaily, dailyPath } from "./daily-notes.ts";
import { daysBetween } from "./decay.ts";

export const maintenanceRule = { archiveDays: 90, logDays: 180 } as const;

export type Maintained = { readonly archived: readonly string[]; readonly deleted: readonly string[] };

/**
 * Old files of one workspace: days past 90 by their name go to `memory/archive/`, logs of conversations past 180
 * days are deleted when the person agreed to that. What cannot be moved stays where it is.
 */
export const maintain = async (
  workspace: Workspace,
  folder: string,
  options: { readonly today: string; readonly now: Date; readonly deleteLogs: boolean },
): Promise<Maintained> => ({
  archived: await archiveDays(workspace, folder, options.today),
  deleted: options.deleteLogs ? await deleteLogs(workspace, folder, options.now) : [],
});

const archiveDays = async (
  workspace: Workspace,
  folder: string,
  today: string,
): Promise<readonly string[]> => {
  const archived: string[] = [];
  for (const path of await workspace.list(folder, "memory")) {
    const date = dateOfDaily(path);
    if (date === null || daysBetween(date, today) <= maintenanceRule.archiveDays) continue;
    const to = dailyPath(date).replace("memory/", "memory/archive/");
    try {
      await workspace.rename(folder, path, to);
      archived.push(to);
    } catch (error) {
      // A file of this name is in the archive already; both stay.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return archived;
};

const deleteLogs = async (workspace: Workspace, folder: string, now: Date): Promise<readonly string[]> => {
  const deleted: string[] = [];
  for (const path of await workspace.list(folder, "sessionLogs")) {
    const file = join(workspace.roots.project, folder, path);
    const changed = (await stat(file).catch(() => null))?.mtimeMs ?? now.getTime();
    if (now.getTime() - changed <= maintenanceRule.logDays * 86_400_000) continue;
    await rm(file, { force: true });
    deleted.push(path);
  }
  return deleted;
};
