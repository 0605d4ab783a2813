import type { Events } from "#shared/contract/index.ts";
import type { Bus } from "../base/bus.ts";
import type { Clock } from "../base/clock.ts";
import type { TrustedFolders } from "../workspace/trusted-folders.ts";
import type { OpenProject } from "./open-project.ts";

/** Records whether the user trusts the open folder; it takes effect at once. */
export const changeTrust = async (
  project: OpenProject,
  trusted: boolean,
  folders: TrustedFolders,
  clock: Clock,
): Promise<void> => {
  await folders.set(project.folder, trusted ? "trusted" : "restricted", clock.now());
  apply(project, project.events, trusted);
};

/** Removes what is recorded about the folder. If it is the open one, it is restricted from now on. */
export const forgetTrust = async (
  folder: string,
  open: OpenProject | null,
  folders: TrustedFolders,
): Promise<void> => {
  await folders.forget(folder);
  if (open?.real === folder) apply(open, open.events, false);
};

const apply = (project: OpenProject, events: Bus<Events>, trusted: boolean): void => {
  project.folderAccess.set(trusted);
  events.publish({ event: "project.trusted", folder: project.folder, trusted });
  // Origins are part of the index.
  project.memory.readAgainSoon();
};
