/**
 * What a folder that a person opens is. For all but `project` the workspace is the folder itself, and nothing
 * but `.satchel/` is written into it.
 */
export const FOLDER_KINDS = ["project", "workspace", "vault", "code", "documents"] as const;
export type FolderKind = (typeof FOLDER_KINDS)[number];
