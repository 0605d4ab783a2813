import type { ProjectSettings } from "#shared/contract/settings.ts";
import type { FolderKind } from "#shared/model/folder-kind.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { type FolderLook, recogniseFolder } from "../workspace/recognise-folder.ts";

/** The current kind of the open folder. The user can change it in the settings. */
export type OpenFolderKind = {
  kind(): FolderKind;
  why(): string;
  /** The workspace is the folder itself, and only `.satchel/` is written without asking. */
  isOwnFolder(): boolean;
};

/**
 * Recognises the kind of the folder and records it. From now on the folder has a `.satchel` folder, so without the
 * record it would be recognised as a project next time.
 */
export const openFolderKind = async (
  look: FolderLook,
  settings: SettingsFile<ProjectSettings>,
  mayWrite: boolean,
): Promise<OpenFolderKind> => {
  const chosen = () => settings.get().kind;
  const isKnown = chosen() !== undefined;
  const folders = isKnown ? look.folders.filter((name) => name !== privateFolder) : look.folders;
  const recognised = recogniseFolder({ ...look, folders });
  if (mayWrite && !isKnown && recognised.kind !== "project") await settings.set({ kind: recognised.kind });
  const kind = () => chosen() ?? recognised.kind;
  return {
    kind,
    why: () => (kind() === recognised.kind ? recognised.why : "You chose it."),
    isOwnFolder: () => kind() !== "project",
  };
};
