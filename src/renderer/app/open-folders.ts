import type { WindowState } from "../ui/window-state.ts";

/** Which folders of the tree are open; the workspace is until it was closed. */
export const foldersIn = (state: WindowState, workspace: string): Readonly<Record<string, boolean>> => ({
  [workspace]: true,
  ...state.read<Readonly<Record<string, boolean>>>("openFolders", {}),
});
