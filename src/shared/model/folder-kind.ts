/**
 * The kind of a folder that a user opens. For all but `project` the workspace is the folder itself, and only
 * `.satchel/` is written into it.
 */
export const FOLDER_KINDS = ["project", "workspace", "vault", "code", "documents"] as const;
export type FolderKind = (typeof FOLDER_KINDS)[number];
