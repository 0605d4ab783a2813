import { createStore, type StoreApi } from "zustand/vanilla";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { ProjectInfo } from "#shared/contract/project.ts";
import type { FilesRequest } from "../files/files-pane.tsx";
import type { SettingsSection } from "../settings/sections.tsx";
import { secondsLeft } from "./seconds-left.ts";
import type { WindowState } from "../ui/window-state.ts";

export type View =
  | "files"
  | "budget"
  | "memory"
  | "agents"
  | "history"
  | "xray"
  | "trials"
  | "sharing"
  | "team"
  | "settings";

/** Parts of the history: what was done, states that were kept as a whole, and what was deleted. */
export type HistoryPart = "changes" | "states" | "trash";

/** Parts of the inbox: what waits, and how programs are connected. */
export type SharingPart = "inbox" | "connect";

export type AppInfo = {
  readonly version: string;
  readonly host: "electron" | "web" | "cli";
  /** The host has its own folder dialog. */
  readonly platform: string;
  readonly picksFolders: boolean;
};

/** Long work that is running. */
export type Progress = {
  /** `indexing` is for files, `remembering` for the sources of memories. */
  readonly kind: "indexing" | "recounting" | "remembering" | "embedding" | "importing";
  readonly done: number;
  readonly total: number;
  readonly secondsLeft: number | null;
  /** Set where it can be stopped. */
  readonly cancel?: () => void;
  /** It was stopped, and goes on with this. */
  readonly resume?: () => void;
};

export type Jobs = Readonly<Partial<Record<Progress["kind"], Progress>>>;

type Step = Omit<Progress, "kind" | "secondsLeft">;

export type AppState = {
  readonly view: View;
  /** The section at which the settings open. */
  readonly settingsAt: { readonly section: SettingsSection; readonly at: number } | null;
  readonly historyPart: HistoryPart;
  readonly sharingPart: SharingPart;
  readonly filesShown: boolean;
  /** On a window too small for three panes, the files cover the others while this is true. */
  readonly filesOver: boolean;
  readonly chatShown: boolean;
  readonly paletteOpen: boolean;
  readonly openDialog: boolean;
  /** The name of a folder that was dropped on the window and whose place is not known. */
  readonly droppedFolder: string | null;
  readonly importDialog: boolean;
  /** A file that was dropped on the window; its path is null where a browser does not say it. */
  readonly droppedImport: { readonly name: string; readonly path: string | null } | null;
  /** Where the model menu is open. */
  readonly modelMenu: "composer" | "status" | null;
  /** Undefined until it is known, null when no project is open. */
  readonly project: ProjectInfo | null | undefined;
  readonly info: AppInfo | null;
  readonly jobs: Jobs;
  /** The last command for the files pane from outside. */
  readonly request: FilesRequest | null;
  /** Text search across files, in place of the tree. Null: the tree is shown. */
  readonly finding: number | null;
  readonly find: (open: boolean) => void;
  readonly go: (view: View) => void;
  readonly showHistory: (part: HistoryPart) => void;
  readonly showSharing: (part: SharingPart) => void;
  readonly openSettings: (section: SettingsSection) => void;
  readonly show: (part: Part, shown: boolean) => void;
  /** Asks where a dropped folder is. */
  readonly askForFolder: (name: string) => void;
  /** Offers to move in from a dropped file. */
  readonly askForImport: (dropped: NonNullable<AppState["droppedImport"]>) => void;
  readonly showModels: (place: AppState["modelMenu"]) => void;
  readonly ask: (kind: FilesRequest["kind"]) => void;
  /** Progress of long work; null when it ended. */
  readonly work: (kind: Progress["kind"], step: Step | null) => void;
  /** Reads which project is open, after the start and whenever it may have changed. */
  readonly refresh: () => Promise<void>;
  readonly warned: (warnings: ProjectInfo["warnings"]) => void;
};

export type Part = "filesShown" | "filesOver" | "chatShown" | "paletteOpen" | "openDialog" | "importDialog";

export type AppStore = StoreApi<AppState>;

export const createAppStore = (client: Client, state: WindowState): AppStore =>
  createStore((set, get) => {
    const begun = new Map<Progress["kind"], { done: number; total: number; at: number }>();
    return {
      view: "files",
      settingsAt: null,
      historyPart: "changes",
      sharingPart: "inbox",
      filesShown: true,
      filesOver: false,
      chatShown: true,
      paletteOpen: false,
      openDialog: false,
      droppedFolder: null,
      importDialog: false,
      droppedImport: null,
      modelMenu: null,
      project: undefined,
      info: null,
      jobs: {},
      request: null,
      finding: null,
      find: (open) => set((state) => ({ finding: open ? (state.finding ?? 0) + 1 : null })),
      go: (view) => set({ view, settingsAt: null }),
      showHistory: (historyPart) => set({ view: "history", historyPart, settingsAt: null }),
      showSharing: (sharingPart) => set({ view: "sharing", sharingPart, settingsAt: null }),
      openSettings: (section) =>
        set(({ settingsAt }) => ({
          view: "settings",
          settingsAt: { section, at: (settingsAt?.at ?? 0) + 1 },
        })),
      show: (part, shown) => {
        if (part === "openDialog") set({ openDialog: shown, droppedFolder: null });
        else if (part === "importDialog") set({ importDialog: shown, droppedImport: null });
        else set({ [part]: shown });
        if (part === "filesShown" || part === "chatShown") state.write(part, shown);
      },
      askForFolder: (name) => set({ openDialog: true, droppedFolder: name }),
      askForImport: (droppedImport) => set({ importDialog: true, droppedImport }),
      showModels: (modelMenu) => set({ modelMenu }),
      ask: (kind) => set((state) => ({ request: { kind, at: (state.request?.at ?? 0) + 1 } })),
      work: (kind, step) => {
        const { [kind]: _, ...others } = get().jobs;
        if (!step) {
          begun.delete(kind);
          return set({ jobs: others });
        }
        // The pace before a pause says nothing about the one after it.
        if (step.resume) begun.delete(kind);
        const now = { done: step.done, total: step.total, at: Date.now() };
        const first = begun.get(kind) ?? now;
        begun.set(kind, first);
        set({ jobs: { ...others, [kind]: { kind, ...step, secondsLeft: secondsLeft(first, now) } } });
      },
      warned: (warnings) => {
        const { project } = get();
        if (project) set({ project: { ...project, warnings } });
      },
      refresh: async () => {
        const info = await client.call("app.info", {});
        const project = await openProject(client);
        if (project && project.folder !== get().project?.folder) {
          const { entries } = await client.call("app.windowState", {});
          state.adopt(project.folder, entries);
          set({
            filesShown: state.read("filesShown", true),
            chatShown: state.read("chatShown", true),
          });
        }
        set({ info, project });
      },
    };
  });

const openProject = async (client: Client): Promise<ProjectInfo | null> => {
  try {
    return await client.call("project.info", {});
  } catch (error) {
    if (error instanceof Failure && error.code === "no-project") return null;
    throw error;
  }
};
