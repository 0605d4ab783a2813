import { BrowserWindow, nativeTheme, screen, type WebPreferences } from "electron";
import { pageUrl } from "./page-address.ts";
import { placeWindow, readWindowState, smallestWindow, writeWindowState } from "./window-state.ts";

export type MainWindowOptions = {
  readonly preload: string;
  readonly icon: string;
  readonly stateFile: string;
  /** Developer tools are off in a packaged app. */
  readonly devTools: boolean;
};

/** Opens the window at its last position. The page is not loaded yet, see `loadPage`. */
export const openMainWindow = (options: MainWindowOptions): BrowserWindow => {
  const state = readWindowState(options.stateFile);
  const workAreas = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()].map(
    (display) => display.workArea,
  );
  const window = new BrowserWindow({
    ...placeWindow(state?.bounds ?? null, workAreas),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: "Satchel",
    icon: options.icon,
    show: false,
    // The colour of the frame, so that a slow start is not a white flash.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#151413" : "#f7f6f4",
    webPreferences: securePreferences(options),
  });
  if (state?.maximized) window.maximize();
  if (state?.fullScreen) window.setFullScreen(true);
  window.once("ready-to-show", () => window.show());
  rememberState(window, options.stateFile);
  return window;
};

/**
 * A page that is still loading when its window is closed did not fail, although Electron reports that it did.
 */
export const loadPage = async (window: BrowserWindow): Promise<void> => {
  let closing = false;
  const onClose = () => {
    closing = true;
  };
  window.once("close", onClose);
  try {
    await window.loadURL(pageUrl);
  } catch (error) {
    if (!closing) throw error;
  } finally {
    window.off("close", onClose);
  }
};

/** Brings the window to the front, also when it was minimised or hidden. */
export const showWindow = (window: BrowserWindow): void => {
  if (window.isMinimized()) window.restore();
  if (!window.isVisible()) window.show();
  window.focus();
};

/** Set explicitly even where they are Electron's defaults: these are promises, and defaults change. */
const securePreferences = ({ preload, devTools }: MainWindowOptions): WebPreferences => ({
  preload,
  devTools,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Whether it checks is up to the settings, see `spell-check.ts`.
  spellcheck: true,
});

/** A moved or resized window is stored after this much time without a further change. */
const SETTLE_MS = 500;

const rememberState = (window: BrowserWindow, file: string) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    writeWindowState(file, {
      bounds: window.getNormalBounds(),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    });
  };
  const saveSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SETTLE_MS);
  };
  window.on("resize", saveSoon);
  window.on("move", saveSoon);
  window.on("close", save);
  window.on("closed", () => clearTimeout(timer));
};
