import type { FileRole } from "#shared/contract/workspace.ts";

const sharedRoles: ReadonlySet<FileRole> = new Set(["soul", "agents", "identity"]);
/** Files that a tag may open. USER, MEMORY, notes and knowledge stay private whatever their tags. */
const taggableRoles: ReadonlySet<FileRole> = new Set(["context", "other"]);

/**
 * Whether a shared session may see a file. An allow-list: anything unknown is private. Both names count: the
 * file's own and the one after following links.
 */
export const isSharedFile = (
  {
    role,
    realRole,
    tags,
  }: { readonly role: FileRole; readonly realRole: FileRole; readonly tags: readonly string[] },
  tagsCount: boolean,
): boolean => {
  if (sharedRoles.has(role) && sharedRoles.has(realRole)) return true;
  return tagsCount && taggableRoles.has(role) && taggableRoles.has(realRole) && tags.includes("shared");
};

/** Whether files of this role stay private whatever their tags. */
export const isPrivateRole = (role: FileRole): boolean => !sharedRoles.has(role) && !taggableRoles.has(role);

/** Hashes of the bytes of private files: a hard link or a copy has the same bytes under a harmless name. */
export const privateHashes = (
  files: Iterable<{ readonly role: FileRole; readonly sha: string; readonly chars: number }>,
): ReadonlySet<string> => {
  const hashes = new Set<string>();
  for (const { role, sha, chars } of files) if (chars > 0 && isPrivateRole(role)) hashes.add(sha);
  return hashes;
};
