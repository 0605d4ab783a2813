import { app, dialog, Notification, powerMonitor, shell, type BrowserWindow } from "electron";
import { systemClock } from "../../base/clock.ts";
import { randomIds } from "../../base/ids.ts";
import type { Log } from "../../base/log.ts";
import type { Ports } from "../../ports/ports.ts";
import { utilityChild } from "./utility-child.ts";
import { systemVault } from "./vault.ts";

/** What Electron provides for the core. */
export const electronPorts = (log: Log, vaultFile: string, window: () => BrowserWindow | null): Ports => ({
  host: "electron",
  version: app.getVersion(),
  clock: systemClock,
  ids: randomIds,
  log,
  vault: systemVault(vaultFile),
  pickFolder: () => pickFolder(window()),
  pickModelFile: () => pickModelFile(window()),
  startChild: utilityChild,
  trash: (path) => shell.trashItem(path),
  power: () => ({
    onBattery: powerMonitor.isOnBatteryPower(),
    idleSeconds: powerMonitor.getSystemIdleTime(),
  }),
  notify,
});

const pickModelFile = async (parent: BrowserWindow | null): Promise<string | null> => {
  const options: Electron.OpenDialogOptions = {
    title: "Choose a model file",
    buttonLabel: "Choose",
    filters: [
      { name: "Models (GGUF)", extensions: ["gguf"] },
      { name: "All files", extensions: ["*"] },
    ],
    properties: ["openFile", "showHiddenFiles"],
  };
  const { canceled, filePaths } = await (parent
    ? dialog.showOpenDialog(parent, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
};

const pickFolder = async (parent: BrowserWindow | null): Promise<string | null> => {
  const options: Electron.OpenDialogOptions = {
    title: "Open a project folder",
    buttonLabel: "Open",
    properties: ["openDirectory", "createDirectory", "promptToCreate"],
  };
  const { canceled, filePaths } = await (parent
    ? dialog.showOpenDialog(parent, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
};

/** Does nothing on systems without notifications. */
export const notify = (title: string, body: string): void => {
  if (Notification.isSupported()) new Notification({ title, body }).show();
};
