import { Failure } from "#shared/contract/index.ts";
import { KeptFile } from "../../base/kept-file.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { dateOfDaily, dailyPath } from "../learn/daily-notes.ts";
import { daysBetween } from "../recall/decay.ts";

export const maintenanceRule = { archiveDays: 90, logDays: 180 } as const;

export type Maintained = { readonly archived: readonly string[]; readonly deleted: readonly string[] };

/**
 * Old files of one workspace: days past 90 by their name go to `memory/archive/`, logs of conversations past 180
 * days are deleted when the user agreed to that. What cannot be moved stays where it is.
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
      // A file of this name is in the archive already; both stay.
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

/** Milliseconds; null for what is no plain file in real folders, which is left alone. */
const changedAt = (file: KeptFile): bigint | null => {
  try {
    return file.stat()?.mtimeMs ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
};
