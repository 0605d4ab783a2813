import { join } from "node:path";
import { app, dialog, session, type BrowserWindow } from "electron";
import { Failure } from "#shared/contract/index.ts";
import { Disposables } from "../../base/disposables.ts";
import type { Log } from "../../base/log.ts";
import { CORE_VARIABLE, readCoreAddress } from "../core-address.ts";
import { followAppearance } from "./appearance.ts";
import { registerPageScheme, servePage } from "./asset-protocol.ts";
import { sendEvent, serveBridge } from "./bridge.ts";
import { closeBeforeQuit } from "./close-before-quit.ts";
import { addContextMenu } from "./context-menu.ts";
import { electronPorts, notify } from "./electron-ports.ts";
import { FIRST_LOOK_MS, followUpdates } from "./electron-updates.ts";
import { linkFollower, registerLinks } from "./follow-links.ts";
import { type LaunchOptions, readLaunchOptions } from "./launch-options.ts";
import { openLogFile } from "./log-file.ts";
import { loadPage, openMainWindow, showWindow } from "./main-window.ts";
import { installMenu } from "./menu.ts";
import { openLocalCore, openRemoteCore } from "./open-core.ts";
import { guardPages } from "./page-guard.ts";
import { recoverPage } from "./renderer-recovery.ts";
import { guardSession } from "./session-guard.ts";
import { claimSingleInstance, type SecondStart } from "./single-instance.ts";
import { followSpellCheck } from "./spell-check.ts";
import { askAboutUnsavedChanges } from "./unsaved-changes.ts";

/** Paths of the parts of the build. */
export type AppPlaces = {
  readonly renderer: string;
  readonly preload: string;
  readonly icon: string;
  readonly resources: string;
  /** Names the address of new versions, in a build that has one. */
  readonly updateConfig: string | null;
};

/** Does at once what must be done before Electron is ready, and the rest when it is. */
export const startApp = async (
  places: AppPlaces,
  argv: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  try {
    const options = readLaunchOptions(argv, cwd, environment);
    await start(places, options, environment);
  } catch (error) {
    const reason = error instanceof Failure ? error.message : "The log has the details.";
    dialog.showErrorBox("Satchel could not start", reason);
    app.exit(1);
  }
};

const start = async (places: AppPlaces, options: LaunchOptions, environment: NodeJS.ProcessEnv) => {
  if (options.userData !== null) app.setPath("userData", options.userData);
  let desktop: Desktop | null = null;
  let link = options.link;
  const again = (start: SecondStart) => void desktop?.startAgain(start);
  const first = claimSingleInstance({ project: options.project, link }, again);
  if (!first) {
    app.exit(0);
    return;
  }
  registerPageScheme();
  // A Mac passes links as events, the first of them before the app is ready.
  app.on("open-url", (event, url) => {
    event.preventDefault();
    if (desktop) again({ project: null, link: url });
    else link = url;
  });
  await app.whenReady();
  registerLinks();
  const coreFlags = { core: options.core ?? undefined, coreFile: options.coreFile ?? undefined };
  const coreAddress = await readCoreAddress(coreFlags, environment, null);
  // Child processes must not inherit the token.
  delete environment[CORE_VARIABLE];
  const log = openLogFile(join(app.getPath("userData"), "logs"));
  try {
    desktop = await openDesktop(places, options, coreAddress, log);
    if (link !== null) again({ project: null, link });
  } catch (error) {
    log.error("The app could not start.", error);
    throw error;
  }
};

/** Null where the system has no such folder. */
const documents = (): string | null => {
  try {
    return app.getPath("documents");
  } catch {
    return null;
  }
};

type Desktop = { startAgain(start: SecondStart): Promise<void> };

const openDesktop = async (
  places: AppPlaces,
  options: LaunchOptions,
  coreAddress: string | null,
  log: Log & { close(): void },
): Promise<Desktop> => {
  const userData = app.getPath("userData");
  const devTools = !app.isPackaged;
  let window: BrowserWindow | null = null;

  const owned = new Disposables();
  owned.own(log);
  closeBeforeQuit(owned, log);
  guardPages(log);
  // Set by electron-vite in development. A packaged app serves its own page, whatever the environment says.
  const pageServer = app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null);
  guardSession(session.defaultSession, pageServer);
  servePage(places.renderer, pageServer);

  const core = owned.own(
    coreAddress === null
      ? await openLocalCore(
          electronPorts(log, join(userData, "secrets.json"), () => window),
          { userData, resources: places.resources, documents: options.userData ? null : documents() },
          options.project,
        )
      : await openRemoteCore(coreAddress),
  );
  const bridge = owned.own(serveBridge(core, log));
  const appearance = owned.own(followAppearance(core));
  const dictionaries = join(places.resources, "dictionaries");
  const spelling = owned.own(followSpellCheck(session.defaultSession, core, { dictionaries, userData }, log));
  // A remote core may answer late; the window does not wait for it.
  if (coreAddress === null) await Promise.all([appearance.ready, spelling.ready]);
  installMenu({
    platform: process.platform,
    devTools,
    command: (command) => window && sendEvent(window.webContents, { event: "app.command", command }),
    zoom: (step) => appearance.zoom(step),
  });

  const openWindow = async () => {
    const opened = openMainWindow({
      preload: places.preload,
      icon: places.icon,
      stateFile: join(userData, "window.json"),
      devTools,
    });
    window = opened;
    opened.once("closed", () => {
      window = null;
    });
    bridge.attach(opened.webContents);
    appearance.attach(opened);
    addContextMenu(opened.webContents);
    askAboutUnsavedChanges(opened);
    const reload = () => loadPage(opened);
    recoverPage(opened, { log, now: Date.now, notify, reload, quit: () => app.quit() });
    await reload();
  };

  const open = async ({ project }: Pick<LaunchOptions, "project">) => {
    if (project === null) return;
    const reply = await core.request("project.open", { folder: project });
    if (!reply.ok) dialog.showErrorBox("The folder could not be opened", reply.error.message);
  };
  const show = () => (window ? showWindow(window) : openWindow());
  const followLink = linkFollower({
    core,
    log,
    isRemote: coreAddress !== null,
    show: async () => {
      await show();
      if (!window) throw new Error("The window was closed.");
      return window;
    },
    command: (command) => window && sendEvent(window.webContents, { event: "app.command", command }),
  });

  app.on("window-all-closed", () => {
    // On a Mac an app keeps running without a window until the user quits it.
    if (process.platform !== "darwin") app.quit();
  });
  app.on("activate", () => void show());

  // Opened before the page sends its first request, so that it sees this project first.
  if (coreAddress !== null) void open(options);
  await openWindow();
  // A remote core's settings are not about the app of this machine.
  if (coreAddress === null && places.updateConfig !== null)
    owned.own(
      await followUpdates({
        core,
        log,
        configFile: places.updateConfig,
        firstAfter: app.isPackaged ? FIRST_LOOK_MS : 0,
        window: () => window,
      }),
    );
  return {
    startAgain: async (start) => {
      if (start.link !== null) return followLink(start.link);
      await show();
      await open(start);
    },
  };
};
