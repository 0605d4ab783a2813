import { Menu, type MenuItemConstructorOptions } from "electron";
import type { AppCommand } from "#shared/contract/app.ts";

export type MenuOptions = {
  readonly platform: NodeJS.Platform;
  readonly devTools: boolean;
  /** Sends the command to the page; the page handles the same keys itself when it has the focus. */
  readonly command: (command: AppCommand) => void;
  readonly zoom: (step: "in" | "out" | "reset") => void;
};

export const installMenu = (options: MenuOptions): void =>
  Menu.setApplicationMenu(Menu.buildFromTemplate([...menuTemplate(options)]));

export const menuTemplate = (options: MenuOptions): readonly MenuItemConstructorOptions[] => [
  ...(options.platform === "darwin" ? [macMenu(options)] : []),
  fileMenu(options),
  editMenu(options),
  viewMenu(options),
  { role: "windowMenu" },
  helpMenu(options),
];

type Item = MenuItemConstructorOptions;
const separator: Item = { type: "separator" };

const macMenu = (options: MenuOptions): Item => ({
  role: "appMenu",
  submenu: [
    { role: "about" },
    separator,
    settings(options),
    separator,
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    separator,
    { role: "quit" },
  ],
});

const fileMenu = (options: MenuOptions): Item => ({
  label: "&File",
  submenu: [
    ask(options, "New file", "CmdOrCtrl+N", "new-file"),
    ask(options, "New conversation", "CmdOrCtrl+Shift+N", "new-chat"),
    ask(options, "Open folder…", "CmdOrCtrl+O", "open-folder"),
    separator,
    ask(options, "Save", "CmdOrCtrl+S", "save"),
    separator,
    ...(options.platform === "darwin"
      ? [{ role: "close" } satisfies Item]
      : [settings(options), separator, { role: "quit" } satisfies Item]),
  ],
});

const editMenu = (options: MenuOptions): Item => ({
  label: "&Edit",
  submenu: [
    { role: "undo" },
    { role: "redo" },
    separator,
    { role: "cut" },
    { role: "copy" },
    { role: "paste" },
    { role: "pasteAndMatchStyle" },
    { role: "selectAll" },
    separator,
    ask(options, "Find in all files", "CmdOrCtrl+Shift+F", "find"),
  ],
});

const viewMenu = (options: MenuOptions): Item => ({
  label: "&View",
  submenu: [
    ask(options, "Command palette", "CmdOrCtrl+K", "palette"),
    separator,
    ask(options, "Files", "CmdOrCtrl+1", "show-work"),
    ask(options, "Budget", "CmdOrCtrl+2", "show-budget"),
    ask(options, "Memory", "CmdOrCtrl+3", "show-memory"),
    ask(options, "Agents", "CmdOrCtrl+4", "show-agents"),
    ask(options, "History", "CmdOrCtrl+5", "show-history"),
    ask(options, "X-ray", "CmdOrCtrl+6", "show-xray"),
    ask(options, "Inbox", "CmdOrCtrl+7", "show-inbox"),
    ask(options, "Trials", "CmdOrCtrl+8", "show-trials"),
    separator,
    ask(options, "Show or hide files", "CmdOrCtrl+B", "toggle-files"),
    ask(options, "Show or hide the conversation", "CmdOrCtrl+J", "toggle-chat"),
    separator,
    { label: "Zoom in", accelerator: "CmdOrCtrl+=", click: () => options.zoom("in") },
    { label: "Zoom out", accelerator: "CmdOrCtrl+-", click: () => options.zoom("out") },
    { label: "Actual size", accelerator: "CmdOrCtrl+0", click: () => options.zoom("reset") },
    separator,
    { role: "togglefullscreen" },
    ...(options.devTools
      ? [separator, { role: "reload" } satisfies Item, { role: "toggleDevTools" } satisfies Item]
      : []),
  ],
});

const helpMenu = (options: MenuOptions): Item => ({
  role: "help",
  submenu: [ask(options, "Guide", "F1", "help")],
});

const settings = (options: MenuOptions) => ask(options, "Settings…", "CmdOrCtrl+,", "settings");

const ask = (options: MenuOptions, label: string, accelerator: string, command: AppCommand): Item => ({
  label,
  accelerator,
  click: () => options.command(command),
});
