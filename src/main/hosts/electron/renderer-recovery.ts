import { setImmediate } from "node:timers/promises";
import { dialog, type BrowserWindow } from "electron";
import type { Log } from "../../base/log.ts";

/** A page that crashes this often within a minute would crash again, so the user decides. */
const patience = { times: 3, within: 60_000 };

export type Recovery = {
  readonly log: Log;
  readonly now: () => number;
  readonly notify: (title: string, body: string) => void;
  readonly reload: () => Promise<void>;
  readonly quit: () => void;
};

/** Reloads the page when its process is gone. Files are safe: they are never only in that process. */
export const recoverPage = (window: BrowserWindow, recovery: Recovery): void => {
  let gone: readonly number[] = [];
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit") return;
    recovery.log.warn("The page's process is gone.", { reason, exitCode });
    const now = recovery.now();
    gone = [...gone.filter((at) => now - at < patience.within), now];
    void (gone.length < patience.times ? bringBack(recovery) : ask(window, recovery));
  });
};

/** Not inside the event: Electron ends the whole app when a page is loaded while its process is being removed. */
const bringBack = async (recovery: Recovery) => {
  await setImmediate();
  await recovery.reload().catch((error: unknown) => recovery.log.error("The page did not load.", error));
  recovery.notify("Satchel is back", "The window had to be loaded again. Everything that was saved is safe.");
};

const ask = async (window: BrowserWindow, recovery: Recovery) => {
  const { response } = await dialog.showMessageBox(window, {
    type: "warning",
    message: "The window keeps closing unexpectedly.",
    detail: "Everything that was saved is safe. The log has the details.",
    buttons: ["Load again", "Quit"],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) await bringBack(recovery);
  else recovery.quit();
};
