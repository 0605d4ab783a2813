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
 * Whether the snapshot may hold a file of this name. `workspaces`: the agents' folders, project-relative; what
 * lies there reaches a prompt by other ways, and under other rules.
 */
export const isSnapshotPath = (path: string, workspaces: readonly string[]): boolean =>
  !isHidden(path) &&
  !looksSecret(path) &&
  !APP_FILES.has(path) &&
  !workspaces.some((folder) => path === folder || path.startsWith(`${folder}/`));

export const snapshotCandidates = <File extends ListedFile>(
  files: readonly File[],
  workspaces: readonly string[] = ["workspace"],
): readonly File[] => files.filter((file) => !file.binary && isSnapshotPath(file.path, workspaces));

const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith("."));

/** By the name alone, in any case: `*.pem`, `*.key`, `id_*`, `*credentials*`, `.env*`. */
const looksSecret = (path: string): boolean =>
  /^(?:.*\.pem|.*\.key|id_.*|.*credentials.*|\.env.*)$/is.test(path.slice(path.lastIndexOf("/") + 1));

const APP_FILES: ReadonlySet<string> = new Set(["SOUL.md", "agents.yaml"]);
