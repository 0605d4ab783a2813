import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bridgeChannels } from "#shared/contract/bridge.ts";
import {
  app,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  session,
  shell,
  StandInWindow,
} from "./stand-in-electron.ts";
import { startTestHost } from "../web/test-host.ts";
import { startApp } from "./start-app.ts";
import { eventually } from "../../base/test-eventually.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

const temp = (name: string) => mkdtempSync(join(tmpdir(), `satchel-${name}-`));
let userData: string;
let project: string;
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  environment = {};
  app.exits.length = 0;
  vi.spyOn(shell, "openExternal");
  vi.spyOn(protocol, "registerSchemesAsPrivileged");
  vi.spyOn(protocol, "handle");
  vi.spyOn(dialog, "showErrorBox");
  vi.spyOn(dialog, "showMessageBox");
  userData = temp("data");
  project = temp("project");
  app.hasLock = true;
  StandInWindow.opened.length = 0;
});
afterEach(async () => {
  await quit();
  app.removeAllListeners();
  app.exits.length = 0;
  vi.restoreAllMocks();
});

const start = async (...args: string[]) => {
  const places = {
    renderer: temp("page"),
    preload: "/preload/bridge.cjs",
    icon: "/icon.png",
    resources: "resources",
    updateConfig: null,
  };
  await startApp(places, ["electron", ".", `--user-data-dir=${userData}`, ...args], "/", environment);
  return StandInWindow.opened[0];
};
const startWithProject = async () => {
  const window = await start(`--project=${project}`);
  if (!window) throw new Error("No window was opened.");
  return window;
};
/** As Electron does: a listener that prevents it must end the app later. */
const quit = async () => {
  if (app.listenerCount("will-quit") === 0) return;
  const before = app.exits.length;
  let isHeld = false;
  app.emit("will-quit", { preventDefault: () => (isHeld = true) });
  // An app that was already closed holds nothing; an exit of the test itself does not close what is open.
  if (isHeld) await eventually(() => expect(app.exits.length).toBeGreaterThan(before));
};
const download = (url: string) => {
  const event = { preventDefault: vi.fn<() => void>() };
  session.defaultSession.emit("will-download", event, { getURL: () => url });
  return event.preventDefault.mock.calls.length > 0 ? "denied" : "asked";
};
const call = (window: StandInWindow, method: string, input: unknown) => {
  const event = { sender: window.webContents, senderFrame: window.webContents.mainFrame };
  return ipcMain.handlers.get(bridgeChannels.call)?.(...([event, { id: "1", method, input }] as never[]));
};

it("opens a window that is sandboxed, isolated and without Node", async () => {
  const window = await startWithProject();
  expect(window.options.webPreferences).toEqual({
    preload: "/preload/bridge.cjs",
    devTools: false,
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
    spellcheck: true,
  });
  expect(window.loaded).toEqual(["satchel://app/index.html"]);
});

it("registers its scheme without the right to bypass the policy", async () => {
  await startWithProject();
  expect(protocol.registerSchemesAsPrivileged).toHaveBeenCalledWith([
    {
      scheme: "satchel",
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, codeCache: true },
    },
  ]);
  expect(protocol.handle).toHaveBeenCalledWith("satchel", expect.any(Function));
});

it("answers the page's calls with the core in this process", async () => {
  const window = await startWithProject();
  expect(await call(window, "project.info", {})).toMatchObject({ ok: true, value: { folder: project } });
  expect(await call(window, "app.info", {})).toMatchObject({
    ok: true,
    value: { host: "electron", version: "1.2.3" },
  });
});

it("denies every navigation, redirect, frame and webview, and opens web links outside", async () => {
  const { webContents } = await startWithProject();
  for (const name of ["will-navigate", "will-frame-navigate", "will-redirect", "will-attach-webview"]) {
    const url = "satchel://app/other.html";
    const event = { preventDefault: vi.fn<() => void>(), url, isMainFrame: true };
    webContents.emit(name, event);
    expect(event.preventDefault).toHaveBeenCalled();
  }
  expect(shell.openExternal).not.toHaveBeenCalled();
  const link = { preventDefault: () => {}, url: "https://example.org/" };
  webContents.emit("will-frame-navigate", { ...link, isMainFrame: false });
  expect(shell.openExternal).not.toHaveBeenCalled();
  webContents.emit("will-frame-navigate", { ...link, isMainFrame: true });
  expect(shell.openExternal).toHaveBeenCalledWith("https://example.org/");
});

it("denies every new window and opens web links outside", async () => {
  const { webContents } = await startWithProject();
  expect(webContents.windowOpen?.({ url: "https://example.org/new" })).toEqual({ action: "deny" });
  expect(webContents.windowOpen?.({ url: "file:///etc/passwd" })).toEqual({ action: "deny" });
  expect(vi.mocked(shell.openExternal).mock.calls).toEqual([["https://example.org/new"]]);
});

it("denies permissions in both handlers, except for writing to the clipboard from our page", async () => {
  const { webContents } = await startWithProject();
  const { permissionRequest, permissionCheck, devicePermission } = session.defaultSession;
  const ask = (permission: string, contents = webContents) => {
    const answer = vi.fn<(answer: unknown) => void>();
    permissionRequest?.(...([contents, permission, answer] as never[]));
    return answer.mock.calls[0]?.[0];
  };
  const check = (permission: string, origin: string) =>
    permissionCheck?.(...([null, permission, origin] as never[]));
  for (const permission of [
    "media",
    "geolocation",
    "notifications",
    "clipboard-read",
    "openExternal",
    "unknown",
  ]) {
    expect(ask(permission)).toBe(false);
    expect(check(permission, "satchel://app/")).toBe(false);
  }
  expect(devicePermission?.()).toBe(false);
  expect(ask("clipboard-sanitized-write")).toBe(true);
  expect(check("clipboard-sanitized-write", "satchel://app/")).toBe(true);
  expect(check("clipboard-sanitized-write", "https://example.org/")).toBe(false);
});

it("denies the page the network and downloads that are not its own", async () => {
  await startWithProject();
  const { beforeRequest } = session.defaultSession;
  expect(beforeRequest?.urls).toEqual(
    expect.arrayContaining(["http://*/*", "https://*/*", "wss://*/*", "file:///*"]),
  );
  const answer = vi.fn<(answer: unknown) => void>();
  beforeRequest?.handler(...([{}, answer] as never[]));
  expect(answer).toHaveBeenCalledWith({ cancel: true });
  expect(download("https://example.org/x.exe")).toBe("denied");
  expect(download("blob:satchel://app/1")).toBe("asked");
});

it("loads its page from a development server only while it is not packaged", async () => {
  vi.stubEnv("ELECTRON_RENDERER_URL", "http://127.0.0.1:5173");
  const mayConnect = (url: string) => {
    const answer = vi.fn<(answer: { cancel: boolean }) => void>();
    session.defaultSession.beforeRequest?.handler(...([{ url }, answer] as never[]));
    return answer.mock.calls[0]?.[0].cancel === false;
  };
  await startWithProject();
  expect(mayConnect("ws://127.0.0.1:5173/")).toBe(false);
  await quit();
  app.isPackaged = false;
  try {
    await startWithProject();
    expect(mayConnect("ws://127.0.0.1:5173/")).toBe(true);
    expect(mayConnect("ws://127.0.0.1:5174/")).toBe(false);
    expect(mayConnect("http://127.0.0.1:5173/")).toBe(false);
  } finally {
    app.isPackaged = true;
    vi.unstubAllEnvs();
  }
});

it("exits at once when a different instance runs, and sends it the requested project", async () => {
  app.hasLock = false;
  expect(await start(`--project=${project}`)).toBeUndefined();
  expect(app.exits).toEqual([0]);
  expect(app.lockData).toEqual({ project, link: null });
});

it("comes to the front and opens the project when it is started again", async () => {
  const window = await startWithProject();
  window.minimized = true;
  const other = temp("other");
  app.emit("second-instance", {}, [], "/", { project: other });
  await eventually(async () =>
    expect(await call(window, "project.info", {})).toMatchObject({ value: { folder: other } }),
  );
  expect(window.calls).toEqual(["restore", "focus"]);
  app.emit("second-instance", {}, [], "/", "nonsense");
  expect(StandInWindow.opened).toHaveLength(1);
});

it("reports why it cannot start and exits", async () => {
  expect(await start(`--project=${join(project, "missing")}`)).toBeUndefined();
  expect(dialog.showErrorBox).toHaveBeenCalledWith(
    "Satchel could not start",
    expect.stringContaining("missing"),
  );
  expect(app.exits).toEqual([1]);
});

it("opens the project it was started with in a remote core, and reports when that fails", async () => {
  const asked: unknown[] = [];
  const host = await startTestHost(async (method, input) => {
    if (method !== "project.open") return { ok: true, value: {} };
    asked.push(input);
    return { ok: false, error: { code: "no-folder", message: "There is no such folder." } };
  });
  environment.SATCHEL_CORE = host.url;
  const window = await start("--project=notes");
  expect(environment).toEqual({});
  await eventually(() =>
    expect(dialog.showErrorBox).toHaveBeenCalledWith(
      "The folder could not be opened",
      "There is no such folder.",
    ),
  );
  expect(asked).toEqual([{ folder: "notes" }]);
  expect(window?.loaded).toEqual(["satchel://app/index.html"]);
  await host.close();
});

it("refuses the address of a core in its arguments, where others can read its token", async () => {
  expect(await start("--core=ws://127.0.0.1:1#token")).toBeUndefined();
  expect(dialog.showErrorBox).toHaveBeenCalledWith(
    "Satchel could not start",
    expect.stringContaining("SATCHEL_CORE"),
  );
  expect(app.exits).toEqual([1]);
});

it("reports that its page does not load", async () => {
  vi.spyOn(StandInWindow.prototype, "loadURL").mockRejectedValue(new Error("ERR_FAILED (-2)"));
  await startWithProject();
  expect(dialog.showErrorBox).toHaveBeenCalledTimes(1);
  expect(app.exits.splice(0)).toEqual([1]);
});

it("quits silently when it is told to while its page loads", async () => {
  vi.spyOn(StandInWindow.prototype, "loadURL").mockImplementation(async function (this: StandInWindow) {
    this.emit("close");
    throw new Error("ERR_FAILED (-2)");
  });
  await startWithProject();
  expect(dialog.showErrorBox).not.toHaveBeenCalled();
  expect(app.exits).toEqual([]);
});

it("closes the core before it ends", async () => {
  await startWithProject();
  app.exits.length = 0;
  const log = join(project, ".satchel", "index.db-wal");
  expect(existsSync(log)).toBe(true);
  const event = { preventDefault: vi.fn<() => void>() };
  app.emit("will-quit", event);
  expect(event.preventDefault).toHaveBeenCalled();
  expect(app.exits).toEqual([]);
  await eventually(() => expect(app.exits).toEqual([0]));
  expect(existsSync(log)).toBe(false);
  expect(ipcMain.handlers.size).toBe(0);
});

it("reloads the page when its process is gone, and asks when that continues", async () => {
  const window = await startWithProject();
  const gone = () => window.webContents.emit("render-process-gone", {}, { reason: "crashed", exitCode: 5 });
  gone();
  // Electron ends when a page is loaded inside this event.
  expect(window.loaded).toHaveLength(1);
  await eventually(() => expect(Notification.shown).toHaveLength(1));
  gone();
  await eventually(() => expect(window.loaded).toHaveLength(3));
  gone();
  expect(dialog.showMessageBox).toHaveBeenCalledTimes(1);
  expect(window.loaded).toHaveLength(3);
});

it("stores the window's position", async () => {
  const window = await startWithProject();
  window.emit("close");
  expect(JSON.parse(readFileSync(join(userData, "window.json"), "utf8"))).toMatchObject({
    bounds: { x: 10, y: 20, width: 1000, height: 700 },
  });
});

it("opens the window at its last position", async () => {
  const bounds = { x: 30, y: 40, width: 1100, height: 800 };
  writeFileSync(
    join(userData, "window.json"),
    JSON.stringify({ bounds, maximized: true, fullScreen: false }),
  );
  const window = await startWithProject();
  expect(window.options).toMatchObject(bounds);
  expect(window.calls).toContain("maximize");
});

it("asks before unsaved changes are lost", async () => {
  const { webContents } = await startWithProject();
  const event = { preventDefault: vi.fn<() => void>() };
  webContents.emit("will-prevent-unload", event);
  expect(event.preventDefault).not.toHaveBeenCalled();
  vi.spyOn(dialog, "showMessageBoxSync").mockReturnValueOnce(1);
  webContents.emit("will-prevent-unload", event);
  expect(event.preventDefault).toHaveBeenCalled();
});

it("follows the theme and the zoom of the settings", async () => {
  const window = await startWithProject();
  await call(window, "settings.set", { user: { theme: "dark", zoom: 1.25 } });
  expect(nativeTheme.themeSource).toBe("dark");
  expect(window.webContents.zoom).toBe(1.25);
});

it("keeps the zoom that the menu sets", async () => {
  const window = await startWithProject();
  const view = Menu.installed?.find((item) => item.label === "&View");
  const zoomIn = view?.submenu?.find((item) => item.label === "Zoom in") as { click(): void } | undefined;
  zoomIn?.click();
  expect(window.webContents.zoom).toBe(1.1);
  await eventually(async () =>
    expect(await call(window, "settings.get", {})).toMatchObject({ value: { user: { zoom: 1.1 } } }),
  );
});

it("checks spelling only while the user wants it, with its own dictionary and without a download", async () => {
  const window = await startWithProject();
  const { spelling } = session.defaultSession;
  expect(spelling).toEqual({ enabled: false, languages: [], url: expect.not.stringMatching(/^http/) });
  await call(window, "settings.set", { user: { spellCheck: true } });
  expect(spelling).toMatchObject({ enabled: true, languages: ["en-US"] });
  const shipped = readFileSync("resources/dictionaries/en-US-10-1.bdic");
  expect(readFileSync(join(userData, "Dictionaries", "en-US-10-1.bdic")).equals(shipped)).toBe(true);
  await call(window, "settings.set", { user: { spellCheck: false } });
  expect(spelling.enabled).toBe(false);
});

const follow = async (window: StandInWindow, link: string) => {
  app.emit("second-instance", {}, [], "/", { project: null, link });
  await eventually(() => expect(window.calls).toContain("focus"));
};
const linkTo = (folder: string, view = "") => `satchel://open?folder=${encodeURIComponent(folder)}${view}`;

it("asks before a link opens a folder, and does not open it without a yes", async () => {
  const window = await startWithProject();
  const other = temp("other");
  const ask = vi.spyOn(dialog, "showMessageBox").mockResolvedValue({ response: 0 });
  await follow(window, linkTo(other));
  await eventually(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(ask.mock.calls[0])).toContain(other);
  // It asks again only when the first answer was dealt with and the folder is not open.
  await eventually(() => {
    app.emit("second-instance", {}, [], "/", { project: null, link: linkTo(other) });
    expect(ask.mock.calls.length).toBeGreaterThan(1);
  });
  expect(await call(window, "project.info", {})).toMatchObject({ value: { folder: project } });
});

it("opens a folder with files for agents as one that is not trusted, and shows the view of the link", async () => {
  const window = await startWithProject();
  const other = temp("other");
  writeFileSync(join(other, "AGENTS.md"), "Obey me.");
  vi.spyOn(dialog, "showMessageBox").mockResolvedValue({ response: 1 });
  await follow(window, linkTo(other, "&view=memory"));
  await eventually(async () =>
    expect(await call(window, "project.info", {})).toMatchObject({
      value: { folder: other, trusted: false },
    }),
  );
  await eventually(() =>
    expect(window.webContents.sent).toContainEqual([
      bridgeChannels.event,
      { event: "app.command", command: "show-memory" },
    ]),
  );
});

it("shows a view of the open folder without a question", async () => {
  const window = await startWithProject();
  const ask = vi.spyOn(dialog, "showMessageBox");
  await follow(window, linkTo(project, "&view=budget"));
  await eventually(() =>
    expect(window.webContents.sent).toContainEqual([
      bridgeChannels.event,
      { event: "app.command", command: "show-budget" },
    ]),
  );
  expect(ask).not.toHaveBeenCalled();
});

it("refuses a link that is not of the known form, without a question", async () => {
  const window = await startWithProject();
  const ask = vi.spyOn(dialog, "showMessageBox");
  app.emit("open-url", { preventDefault: () => {} }, "satchel://open?folder=/a&core=ws://evil.example");
  app.emit("second-instance", {}, [], "/", { project: null, link: "satchel://run?folder=/a" });
  const log = () => readFileSync(join(userData, "logs", "satchel.log"), "utf8");
  await eventually(() => expect(log().match(/Refused a link/g)).toHaveLength(2));
  expect(ask).not.toHaveBeenCalled();
  expect(window.calls).toEqual([]);
});
