import { app, dialog, type BrowserWindow } from "electron";
import type { Carrier } from "#shared/contract/index.ts";
import type { AppCommand } from "#shared/contract/app.ts";
import type { Log } from "../../base/log.ts";
import { readOpenLink } from "./open-link.ts";
import { pageScheme } from "./page-address.ts";

export type LinkFollower = {
  readonly core: Carrier;
  readonly log: Log;
  /** The folders of a remote core are not folders of this machine. */
  readonly isRemote: boolean;
  /** Brings the window to the front. */
  readonly show: () => Promise<BrowserWindow>;
  readonly command: (command: AppCommand) => void;
};

/**
 * Makes Windows pass links to this app. macOS and Linux read it from the package. What follows `--` is no option,
 * whatever a link contains.
 */
export const registerLinks = (): void => {
  if (app.isPackaged && process.platform === "win32")
    app.setAsDefaultProtocolClient(pageScheme, process.execPath, ["--"]);
};

/**
 * Opens what a link asks for, after the user agreed: any page can pass a link, and opening a folder ends what runs
 * in the one before. While a question is shown, further links are ignored.
 */
export const linkFollower = ({ core, log, isRemote, show, command }: LinkFollower) => {
  let isAsking = false;

  const open = async (folder: string): Promise<boolean> => {
    if (await isOpen(core, folder)) return true;
    const { response } = await dialog.showMessageBox(await show(), {
      type: "question",
      message: "A link asks to open a folder.",
      detail: `${folder}\n\nOpen it only if you expected this. Answers that are being written in the open folder would end.`,
      buttons: ["Do not open", "Open the folder"],
      defaultId: 0,
      cancelId: 0,
    });
    if (response !== 1) return false;
    const asked = await core.request("project.open", { folder, trust: "ask" });
    // It has files for agents, and a link is no reason to trust them. The window offers to trust the folder.
    const isUnknown = !asked.ok && asked.error.code === "folder-unknown";
    const reply = isUnknown ? await core.request("project.open", { folder, trust: "restricted" }) : asked;
    if (!reply.ok) dialog.showErrorBox("The folder could not be opened", reply.error.message);
    return reply.ok;
  };

  return async (text: string): Promise<void> => {
    const link = readOpenLink(text, process.platform);
    if (link === null || isRemote) {
      log.warn(
        isRemote ? "Refused a link: the core is remote." : "Refused a link that is not of the known form.",
      );
      return;
    }
    if (isAsking) return;
    isAsking = true;
    try {
      await show();
      if ((await open(link.folder)) && link.command) command(link.command);
    } finally {
      isAsking = false;
    }
  };
};

const isOpen = async (core: Carrier, folder: string): Promise<boolean> => {
  const reply = await core.request("project.info", {});
  return reply.ok && (reply.value as { folder: string }).folder === folder;
};
