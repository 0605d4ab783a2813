import type { ProjectSettings } from "#shared/contract/settings.ts";
import type { FolderKind } from "#shared/model/folder-kind.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import { privateFolder } from "../workspace/path-policy.ts";
import { type FolderLook, recogniseFolder } from "../workspace/recognise-folder.ts";

/** What the open folder is, as of now: the user may say otherwise in the settings. */
export type OpenFolderKind = {
  kind(): FolderKind;
  why(): string;
  /** The workspace is the folder itself, and only `.satchel/` is written unasked. */
  isOwnFolder(): boolean;
};

/**
 * Recognises the folder, and writes down what it is: from now on it has a `.satchel` folder, by which the next
 * look would take it for a project.
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
