import { EventEmitter } from "node:events";

/**
 * Electron as the tests see it: it does nothing and records its calls. It contains only what the host uses,
 * so that a new use shows up as a failing test.
 */
type Handler = (...args: never[]) => unknown;

export class StandInContents extends EventEmitter {
  readonly id = 1;
  url = "satchel://app/index.html";
  readonly mainFrame = { url: this.url };
  readonly sent: [channel: string, value: unknown][] = [];
  zoom = 1;
  windowOpen: ((details: { url: string }) => unknown) | null = null;

  getURL() {
    return this.url;
  }
  isDestroyed() {
    return false;
  }
  isCrashed() {
    return false;
  }
  send(channel: string, value: unknown) {
    this.sent.push([channel, value]);
  }
  setZoomFactor(factor: number) {
    this.zoom = factor;
  }
  setWindowOpenHandler(handler: (details: { url: string }) => unknown) {
    this.windowOpen = handler;
  }
}

export class StandInWindow extends EventEmitter {
  static readonly opened: StandInWindow[] = [];
  readonly webContents = new StandInContents();
  readonly calls: string[] = [];
  readonly loaded: string[] = [];
  readonly options: Record<string, unknown>;
  minimized = false;

  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    StandInWindow.opened.push(this);
    app.emit("web-contents-created", {}, this.webContents);
  }
  async loadURL(url: string) {
    this.loaded.push(url);
  }
  isMinimized() {
    return this.minimized;
  }
  isVisible() {
    return true;
  }
  isMaximized() {
    return false;
  }
  isFullScreen() {
    return false;
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 1000, height: 700 };
  }
  restore() {
    this.minimized = false;
    this.calls.push("restore");
  }
  focus() {
    this.calls.push("focus");
  }
  show() {
    this.calls.push("show");
  }
  maximize() {
    this.calls.push("maximize");
  }
  setFullScreen() {
    this.calls.push("setFullScreen");
  }
}

class StandInApp extends EventEmitter {
  isPackaged = true;
  hasLock = true;
  readonly paths = new Map<string, string>();
  readonly exits: number[] = [];
  lockData: unknown;

  setPath(name: string, path: string) {
    this.paths.set(name, path);
  }
  getPath(name: string) {
    return this.paths.get(name);
  }
  getVersion() {
    return "1.2.3";
  }
  requestSingleInstanceLock(data: unknown) {
    this.lockData = data;
    return this.hasLock;
  }
  setAsDefaultProtocolClient(..._args: unknown[]) {
    return true;
  }
  async whenReady() {}
  quit() {
    this.emit("will-quit", { preventDefault: () => {} });
  }
  exit(code: number) {
    this.exits.push(code);
  }
}

export const app = new StandInApp();

class StandInSession extends EventEmitter {
  permissionRequest: Handler | null = null;
  permissionCheck: Handler | null = null;
  devicePermission: Handler | null = null;
  beforeRequest: { urls: string[]; handler: Handler } | null = null;
  readonly webRequest = {
    onBeforeRequest: ({ urls }: { urls: string[] }, handler: Handler) => {
      this.beforeRequest = { urls, handler };
    },
  };
  readonly spelling = { enabled: true, languages: ["en-US"], url: "" };
  setSpellCheckerEnabled(enabled: boolean) {
    this.spelling.enabled = enabled;
  }
  setSpellCheckerLanguages(languages: string[]) {
    this.spelling.languages = languages;
  }
  setSpellCheckerDictionaryDownloadURL(url: string) {
    this.spelling.url = url;
  }
  setPermissionRequestHandler(handler: Handler) {
    this.permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: Handler) {
    this.permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: Handler) {
    this.devicePermission = handler;
  }
}
export const session = { defaultSession: new StandInSession() };

class StandInIpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  handle(channel: string, handler: Handler) {
    this.handlers.set(channel, handler);
  }
  removeHandler(channel: string) {
    this.handlers.delete(channel);
  }
}
export const ipcMain = new StandInIpcMain();

/** Plain functions on objects; a test that needs their calls spies on them. */
export const protocol = {
  registerSchemesAsPrivileged: (_schemes: readonly unknown[]) => {},
  handle: (_scheme: string, _answer: Handler) => {},
};
export const shell = { openExternal: async (_url: string) => {}, trashItem: async (_path: string) => {} };
export const utilityProcess = {
  fork: (): never => {
    throw new Error("The stand-in starts no processes.");
  },
};
export const dialog = {
  showOpenDialog: async () => ({ canceled: false, filePaths: ["/picked"] }),
  showMessageBox: async () => ({ response: 1 }),
  showMessageBoxSync: () => 0,
  showErrorBox: (_title: string, _text: string) => {},
};
export const nativeTheme = { themeSource: "system", shouldUseDarkColors: false };
export const screen = {
  getPrimaryDisplay: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
};

type MenuItem = {
  readonly label?: string;
  readonly accelerator?: string;
  readonly submenu?: readonly MenuItem[];
};
export const Menu = {
  installed: null as readonly MenuItem[] | null,
  buildFromTemplate: (template: readonly MenuItem[]) => template,
  setApplicationMenu: (menu: readonly MenuItem[]) => {
    Menu.installed = menu;
  },
};

export class Notification {
  static readonly shown: unknown[] = [];
  readonly options: unknown;
  static isSupported() {
    return true;
  }
  constructor(options: unknown) {
    this.options = options;
  }
  show() {
    Notification.shown.push(this.options);
  }
}

/** Base64: enough to see that a file contains no plain value. */
export const safeStorage = {
  backend: "gnome_libsecret",
  available: true,
  isEncryptionAvailable: () => safeStorage.available,
  getSelectedStorageBackend: () => safeStorage.backend,
  encryptString: (text: string) => Buffer.from(Buffer.from(text).toString("base64")),
  decryptString: (bytes: Buffer) => Buffer.from(bytes.toString(), "base64").toString(),
};

export { StandInWindow as BrowserWindow };
