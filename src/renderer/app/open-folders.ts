import type { WindowState } from "../ui/window-state.ts";
import { workspacePrefix } from "../ui/workspace-path.ts";

/** The open folders of the tree; the workspace is open until the user closes it. */
export const foldersIn = (state: WindowState, workspace: string): Readonly<Record<string, boolean>> => ({
  ...(workspacePrefix(workspace) === "" ? {} : { [workspace]: true }),
  ...state.read<Readonly<Record<string, boolean>>>("openFolders", {}),
});
