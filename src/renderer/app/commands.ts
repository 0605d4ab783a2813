import type { AppCommand } from "#shared/contract/app.ts";
import { filesPart } from "./files-part.ts";
import { movePane } from "./move-pane.ts";
import { openHelp } from "../ui/help.ts";
import type { HelpTopic } from "../ui/help-topics.ts";
import { t } from "../ui/messages/index.ts";
import type { Shortcut } from "../ui/shortcut.ts";
import { paneElement } from "../ui/pane.ts";
import type { View } from "./app-store.ts";
import { openSession } from "./open-memory.ts";
import type { Workbench } from "./workbench.ts";

/** The commands of the host's own menu, by the ids used here. */
export const menuCommands: Readonly<Record<AppCommand, string>> = {
  "open-folder": "openProject",
  "new-file": "newFile",
  "new-chat": "newChat",
  save: "save",
  find: "find",
  palette: "palette",
  settings: "view.settings",
  help: "help",
  "show-work": "view.files",
  "show-budget": "view.budget",
  "show-memory": "view.memory",
  "show-agents": "view.agents",
  "show-history": "view.history",
  "show-xray": "view.xray",
  "show-inbox": "view.sharing",
  "show-trials": "view.trials",
  "toggle-files": "toggleFiles",
  "toggle-chat": "toggleChat",
};

/** A command that is available everywhere: in the palette, by its keys, and in tooltips. */
export type Command = {
  readonly id: string;
  readonly label: string;
  readonly shortcut?: Shortcut;
  readonly run: () => void;
};

export const viewShortcuts: Readonly<Record<View, Shortcut>> = {
  files: "Mod+1",
  budget: "Mod+2",
  memory: "Mod+3",
  agents: "Mod+4",
  history: "Mod+5",
  xray: "Mod+6",
  trials: "Mod+8",
  sharing: "Mod+7",
  team: "Mod+9",
  settings: "Mod+,",
};

/** Where the guide opens. */
const viewTopics: Readonly<Record<View, HelpTopic>> = {
  files: "window",
  budget: "budget",
  memory: "memory",
  agents: "agents",
  history: "changes",
  xray: "xray",
  trials: "trials",
  sharing: "connecting",
  team: "team",
  settings: "settings",
};

export const shortcuts = {
  palette: "Mod+K",
  save: "Mod+S",
  saveAll: "Mod+Alt+S",
  toggleFiles: "Mod+B",
  toggleChat: "Mod+J",
  ask: "Mod+L",
  find: "Mod+Shift+F",
  closeTab: "Alt+W",
  newFile: "Alt+N",
  newChat: "Alt+Shift+N",
  nextPane: "F6",
  previousPane: "Shift+F6",
  back: "Alt+ArrowLeft",
  forward: "Alt+ArrowRight",
  zoomIn: "Mod+=",
  zoomOut: "Mod+-",
  zoomReset: "Mod+0",
  help: "F1",
} as const satisfies Record<string, Shortcut>;

export const commandsOf = (bench: Workbench): readonly Command[] => {
  const { app, editor, files, settings } = bench;
  const words = t.app.commands;
  const toggle = (partOf: () => "filesShown" | "filesOver" | "chatShown") => () => {
    const part = partOf();
    app.getState().show(part, !app.getState()[part]);
    if (part === "filesOver" && app.getState().filesOver) focusFiles();
  };
  const inFiles = (work: () => void) => () => {
    app.getState().go("files");
    app.getState().show(filesPart(), true);
    work();
  };
  return [
    ...Object.entries(viewShortcuts).map(([view, shortcut]) => ({
      id: `view.${view}`,
      label: words.goTo(t.app.views[view as View]),
      shortcut,
      run: () => app.getState().go(view as View),
    })),
    { id: "back", label: words.back, shortcut: shortcuts.back, run: bench.places.back },
    { id: "forward", label: words.forward, shortcut: shortcuts.forward, run: bench.places.forward },
    {
      id: "palette",
      label: words.palette,
      shortcut: shortcuts.palette,
      run: () => app.getState().show("paletteOpen", true),
    },
    { id: "save", label: words.save, shortcut: shortcuts.save, run: () => void editor.getState().save() },
    {
      id: "saveAll",
      label: words.saveAll,
      shortcut: shortcuts.saveAll,
      run: () => void editor.getState().saveAll(),
    },
    {
      id: "closeTab",
      label: words.closeTab,
      shortcut: shortcuts.closeTab,
      run: () => editor.getState().close(editor.getState().active ?? ""),
    },
    {
      id: "newFile",
      label: words.newFile,
      shortcut: shortcuts.newFile,
      run: inFiles(() => app.getState().ask("file")),
    },
    { id: "newFolder", label: words.newFolder, run: inFiles(() => app.getState().ask("folder")) },
    { id: "filter", label: words.filter, run: inFiles(() => files.getState().setFilter("")) },
    {
      id: "find",
      label: words.find,
      shortcut: shortcuts.find,
      run: inFiles(() => app.getState().find(true)),
    },
    { id: "ask", label: words.ask, shortcut: shortcuts.ask, run: () => focusComposer(bench) },
    {
      id: "newChat",
      label: words.newChat,
      shortcut: shortcuts.newChat,
      run: () => {
        openSession(bench, null);
        focusComposer(bench);
      },
    },
    {
      id: "nextPane",
      label: words.nextPane,
      shortcut: shortcuts.nextPane,
      run: () => movePane(bench, 1),
    },
    {
      id: "previousPane",
      label: words.previousPane,
      shortcut: shortcuts.previousPane,
      run: () => movePane(bench, -1),
    },
    {
      id: "toggleFiles",
      label: words.toggleFiles,
      shortcut: shortcuts.toggleFiles,
      run: toggle(filesPart),
    },
    {
      id: "toggleChat",
      label: words.toggleChat,
      shortcut: shortcuts.toggleChat,
      run: toggle(() => "chatShown"),
    },
    {
      id: "help",
      label: words.help,
      shortcut: shortcuts.help,
      run: () => openHelp(viewTopics[app.getState().view]),
    },
    { id: "light", label: words.light, run: () => settings.getState().setTheme("light") },
    { id: "dark", label: words.dark, run: () => settings.getState().setTheme("dark") },
    { id: "system", label: words.system, run: () => settings.getState().setTheme("system") },
    {
      id: "zoomIn",
      label: words.zoomIn,
      shortcut: shortcuts.zoomIn,
      run: () => settings.getState().setZoom(settings.getState().zoom + 0.1),
    },
    {
      id: "zoomOut",
      label: words.zoomOut,
      shortcut: shortcuts.zoomOut,
      run: () => settings.getState().setZoom(settings.getState().zoom - 0.1),
    },
    {
      id: "zoomReset",
      label: words.zoomReset,
      shortcut: shortcuts.zoomReset,
      run: () => settings.getState().setZoom(1),
    },
    { id: "openProject", label: words.openProject, run: bench.openAnother },
    { id: "moveIn", label: words.moveIn, run: () => app.getState().show("importDialog", true) },
  ];
};

const focusFiles = () =>
  requestAnimationFrame(() => paneElement("files")?.querySelector<HTMLElement>("[role=tree]")?.focus());

const focusComposer = ({ app }: Workbench) => {
  app.getState().go("files");
  app.getState().show("chatShown", true);
  requestAnimationFrame(() => document.getElementById("composer")?.focus());
};
