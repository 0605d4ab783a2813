import { Failure } from "#shared/contract/index.ts";
import { KeptFile } from "../../base/kept-file.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { dateOfDaily, dailyPath } from "../learn/daily-notes.ts";
import { daysBetween } from "../recall/decay.ts";

export const maintenanceRule = { archiveDays: 90, logDays: 180 } as const;

export type Maintained = { readonly archived: readonly string[]; readonly deleted: readonly string[] };

/**
 * Maintains the old files of one workspace: days older than 90 days by name are moved to `memory/archive/`,
 * and session logs older than 180 days are deleted if the user agreed to that. A file that cannot be moved
 * stays in place.
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
      await workspace.rename(folder, path, to, { actor: "dream", title: `Archived ${path}` });
      archived.push(to);
    } catch (error) {
      // The archive already has a file of this name; both stay.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return archived;
};

const deleteLogs = async (workspace: Workspace, folder: string, now: Date): Promise<readonly string[]> => {
  const deleted: string[] = [];
  const kept = new KeptFiles(workspace.roots.project);
  for (const path of await workspace.list(folder, "sessionLogs")) {
    const file = new KeptFile(kept, `${folder}/${path}`);
    const changed = Number(changedAt(file) ?? now.getTime());
    if (now.getTime() - changed <= maintenanceRule.logDays * 86_400_000) continue;
    await file.remove();
    deleted.push(path);
  }
  return deleted;
};

/** Milliseconds; null for anything that is not a regular file in real folders, which is skipped. */
const changedAt = (file: KeptFile): bigint | null => {
  try {
    return file.stat()?.mtimeMs ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
};
