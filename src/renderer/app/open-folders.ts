import type { WindowState } from "../ui/window-state.ts";
import { workspacePrefix } from "../ui/workspace-path.ts";

/** Which folders of the tree are open; the workspace is until it was closed. */
export const foldersIn = (state: WindowState, workspace: string): Readonly<Record<string, boolean>> => ({
  ...(workspacePrefix(workspace) === "" ? {} : { [workspace]: true }),
  ...state.read<Readonly<Record<string, boolean>>>("openFolders", {}),
});
