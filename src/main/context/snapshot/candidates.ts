import type { FileRole } from "#shared/contract/workspace.ts";
import { roleInWorkspace } from "../../workspace/file-role.ts";
import { isQuestionSet } from "#shared/model/trial.ts";
import { isHidden, looksSecret } from "../../workspace/left-out-names.ts";
import { isWithin } from "../../workspace/roots.ts";

/** A file of the project as the listing found it; git-ignored ones are not listed. */
export type ListedFile = {
  /** Project-relative with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds. */
  readonly changedAt: number;
  readonly binary: boolean;
};

/**
 * Whether the snapshot may hold a file of this name. `workspaces`: the agents' folders, project-relative. Other
 * layers send their files, under other rules. When the workspace is the folder itself, that holds only for the
 * files with a layer of their own.
 */
export const isSnapshotPath = (path: string, workspaces: readonly string[]): boolean =>
  !isHidden(path) &&
  !looksSecret(path) &&
  !APP_FILES.has(path) &&
  // The expected answers are in it, so a prompt with it would make every trial look good.
  !isQuestionSet(path) &&
  !workspaces.some((folder) =>
    folder === "" ? OWN_ROLES.has(roleInWorkspace(path)) : isWithin(folder, path),
  );

export const snapshotCandidates = <File extends ListedFile>(
  files: readonly File[],
  workspaces: readonly string[] = ["workspace"],
): readonly File[] => files.filter((file) => !file.binary && isSnapshotPath(file.path, workspaces));

const OWN_ROLES: ReadonlySet<FileRole> = new Set<FileRole>([
  "soul",
  "user",
  "identity",
  "memory",
  "dreams",
  "note",
  "skill",
  "subagent",
]);

const APP_FILES: ReadonlySet<string> = new Set(["SOUL.md", "agents.yaml"]);
