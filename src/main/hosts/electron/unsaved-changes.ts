import { dialog, type BrowserWindow } from "electron";

/** Asks before a page with unsaved changes is closed; Electron alone would keep it open silently. */
export const askAboutUnsavedChanges = (window: BrowserWindow): void => {
  window.webContents.on("will-prevent-unload", (event) => {
    const choice = dialog.showMessageBoxSync(window, {
      type: "question",
      message: "Close without saving?",
      detail: "Some files have changes that are not saved.",
      buttons: ["Keep editing", "Close without saving"],
      defaultId: 0,
      cancelId: 0,
    });
    // Preventing this event lets the page close.
    if (choice === 1) event.preventDefault();
  });
};
