import { readFile } from "node:fs/promises";
import { app, dialog, type BrowserWindow } from "electron";
import type { AppUpdater } from "electron-updater";
import { parse } from "yaml";
import { z } from "zod";
import type { Carrier } from "#shared/contract/index.ts";
import { userSettings } from "#shared/contract/settings.ts";
import type { Log } from "../../base/log.ts";
import { lookForUpdate, type Question, type Updater } from "./updates.ts";

/** The first look waits until the window is in use. */
export const FIRST_LOOK_MS = 30_000;
const EVERY_MS = 24 * 60 * 60 * 1_000;

export type UpdateOptions = {
  readonly core: Carrier;
  readonly log: Log;
  /** Written by the packer when a feed was named; without it this app never looks. */
  readonly configFile: string;
  /** Milliseconds until the first look. */
  readonly firstAfter: number;
  readonly window: () => BrowserWindow | null;
};

export type Updates = { close(): void };

/** Looks for new versions while the app runs, if it was built with an address and the user agreed. */
export const followUpdates = async (options: UpdateOptions): Promise<Updates> => {
  const { core, log, configFile, window } = options;
  const feed = await feedOf(configFile);
  if (feed === null) return { close: () => {} };
  let updater: Updater | null = null;
  let timer: ReturnType<typeof setTimeout>;
  const look = async () => {
    const answers = async (question: Question) => {
      const shown = window();
      if (!shown) throw new Error("There is no window to ask in.");
      const { response } = await dialog.showMessageBox(shown, {
        type: "question",
        message: question.message,
        detail: question.detail,
        buttons: [...question.buttons],
        defaultId: 0,
        cancelId: 0,
      });
      return response;
    };
    try {
      updater ??= await openUpdater(configFile, feed, log);
      const ports = { updater, current: app.getVersion(), ask: answers, log, ...settingsOf(core) };
      if (await lookForUpdate(ports)) return;
    } catch (error) {
      log.error("Looking for a new version failed.", error);
    }
    timer = setTimeout(() => void look(), EVERY_MS);
  };
  timer = setTimeout(() => void look(), options.firstAfter);
  return { close: () => clearTimeout(timer) };
};

const settingsOf = (core: Carrier) => ({
  settings: async () => {
    const reply = await core.request("settings.get", {});
    const user = reply.ok ? userSettings.safeParse((reply.value as { user?: unknown }).user).data : undefined;
    return user && !user.firstStart ? user.updates : null;
  },
  save: async (change: object) => {
    await core.request("settings.set", { user: { updates: change } });
  },
});

/** `app-update.yml`, as electron-builder writes it. */
const updateConfig = z.object({ url: z.url() });

const feedOf = async (configFile: string): Promise<string | null> => {
  const text = await readFile(configFile, "utf8").catch(() => null);
  return text === null ? null : (updateConfig.safeParse(parse(text)).data?.url ?? null);
};

/** Loaded when it is needed: most starts look for nothing. */
const openUpdater = async (configFile: string, feed: string, log: Log): Promise<Updater> => {
  const { autoUpdater } = (
    (await import("electron-updater")) as unknown as { default: { autoUpdater: AppUpdater } }
  ).default;
  autoUpdater.updateConfigPath = configFile;
  autoUpdater.forceDevUpdateConfig = !app.isPackaged;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  // An older version is installed by hand, see docs/updates.md.
  autoUpdater.allowDowngrade = false;
  autoUpdater.logger = {
    info: () => {},
    warn: (message) => log.warn("electron-updater", { message: String(message) }),
    error: (message) => log.warn("electron-updater", { message: String(message) }),
  };
  return {
    feed,
    check: async () => {
      const found = await autoUpdater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : null;
    },
    fetchForTheEnd: async () => {
      // Electron's `quit`, which comes after `closeBeforeQuit` has closed the core.
      autoUpdater.autoInstallOnAppQuit = true;
      await autoUpdater.downloadUpdate();
    },
  };
};
