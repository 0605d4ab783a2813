import type { StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { isRunning } from "../chat/turn.ts";
import type { Place } from "../editor/editor-state.ts";
import type { OpenFile } from "../files/use-file-commands.ts";
import { fileStatuses } from "#shared/model/file-status.ts";
import type { Variant } from "#shared/model/trial.ts";
import { withoutFile } from "#shared/model/without-file.ts";
import type { ModelChoice } from "../ui/model-menu.tsx";
import { told } from "../ui/told.ts";
import { followAutosave } from "./autosave.ts";
import { followMemory } from "./follow-memory.ts";
import { followWorkspace } from "./follow-workspace.ts";
import { createPlaces, type Places } from "./places.ts";
import { createProjectReader, type ProjectReader, roleOf } from "./read-project.ts";
import { openAsking } from "./trust-question.ts";
import { askPreview, createStores, type Stores } from "./stores.ts";

/** The state of all rooms, and the connections between them. Rooms do not know each other; this does. */
export type Workbench = Stores & {
  readonly client: Client;
  readonly chooseModel: (agent: string, choice: ModelChoice) => Promise<void>;
  /** `keys`: the text takes the focus at once, as after Enter. */
  readonly openFile: (path: string, keys?: boolean) => void;
  /** From the tree: only to look at it, to keep it open, or to write in it at once. */
  readonly openFromTree: (path: string, how: OpenFile) => void;
  readonly openPlace: (path: string, place: Place) => void;
  /**
   * Opens the budget with this file's part of the prompt selected: why it is sent, cut or left out, and what
   * to do.
   */
  readonly showWhy: (path: string) => void;
  /** The budget, with what was sent in this run. */
  readonly showRun: (run: string) => void;
  /** Trials, with a variant that leaves this file out for one of the agents. */
  readonly tryWithout: (path: string, agent: string) => void;
  /** Trials, with a variant of what is tried elsewhere. */
  readonly tryVariant: (variant: Variant) => void;
  readonly openProject: (folder: string, template?: string) => Promise<void>;
  /** With the host's dialog; null when the user cancelled. */
  readonly pickFolder: () => Promise<string | null>;
  /** Asks for a folder, with the host's dialog where there is one, and opens it. */
  readonly openAnother: () => void;
  /** Back and forward through what was visited. */
  readonly places: Places;
  readonly close: () => void;
};

export const createWorkbench = (client: Client): Workbench => {
  const stores = createStores(client);
  const { app, files, editor, chat, preview, budget, providers } = stores;
  const ask = () => askPreview(stores);
  const reader = createProjectReader(client, stores);
  const places = createPlaces(
    () => ({
      view: app.getState().view,
      session: chat.getState().current,
      file: editor.getState().active,
    }),
    ({ view, session, file }) => {
      if (app.getState().view !== view) app.getState().go(view);
      const { current, sessions } = chat.getState();
      const isThere = session === null || sessions.some(({ id }) => id === session);
      if (session !== current && isThere) void chat.getState().open(session);
      if (file !== null && file !== editor.getState().active)
        editor.getState().open(file, roleOf(files, file));
    },
  );
  const stops = [
    ...[app, chat, editor].map((store) => (store as StoreApi<unknown>).subscribe(places.note)),
    client.on("project.opened", places.reset),
    ...followProject(client, stores, reader),
    ...followWorkspace(client, stores),
    ...followMemory(client, stores, reader),
    ...followWriting(stores),
    followAutosave(stores),
  ];

  const openProject: Workbench["openProject"] = async (folder, template) => {
    if (template) await client.call("project.open", { folder, create: true, template });
    else if (!(await openAsking(client, folder))) return;
    app.getState().go("files");
  };
  const pickFolder = async () => (await client.call("project.pickFolder", {})).folder;

  const tryVariant = (variant: Variant) => {
    app.getState().go("trials");
    told(stores.trials.getState().tryVariant(variant));
  };

  void reader.readProject();

  return {
    client,
    ...stores,
    chooseModel: async (agent, choice) => {
      await providers.getState().choose(agent, choice);
      ask();
    },
    openFile: (path, keys = false) => {
      app.getState().go("files");
      app.getState().show("filesOver", false);
      editor.getState().open(path, roleOf(files, path));
      if (keys) editor.getState().focusText();
    },
    openFromTree: (path, how) => {
      app.getState().show("filesOver", false);
      editor.getState().open(path, roleOf(files, path), { preview: how === "look" });
      if (how === "write") editor.getState().focusText();
    },
    openPlace: (path, place) => {
      app.getState().go("files");
      editor.getState().openAt(path, roleOf(files, path), place);
    },
    showWhy: (path) => {
      const part = fileStatuses(preview.getState().manifest).get(path);
      if (part) budget.getState().select(part.segment.id);
      app.getState().go("budget");
    },
    showRun: (run) => {
      budget.getState().showRun(run);
      app.getState().go("budget");
    },
    tryWithout: (path, agent) => tryVariant({ ...withoutFile(path), agent }),
    tryVariant,
    places,
    openProject,
    pickFolder,
    openAnother: () => {
      if (!app.getState().info?.picksFolders) return app.getState().show("openDialog", true);
      told(pickFolder().then((folder) => (folder === null ? undefined : openProject(folder))));
    },
    close: () => {
      for (const stop of stops) stop();
      chat.getState().close();
    },
  };
};

/** Subscribes to the project and its settings; returns the unsubscribe functions. */
const followProject = (
  client: Client,
  stores: Stores,
  { readProject, readAgain }: ProjectReader,
): readonly (() => void)[] => {
  const { app, changes, history, modelFiles, providers, readers, settings, sharing, team, trash } = stores;
  const ask = () => askPreview(stores);
  return [
    client.on("project.opened", () => void readProject()),
    client.on("project.closed", () => void app.getState().refresh()),
    client.on("app.resync", () => void readAgain()),
    client.on("history.changed", () => {
      if (app.getState().view === "history") void history.getState().load();
    }),
    client.on("changes.changed", () => {
      if (app.getState().view !== "history") return;
      void changes.getState().load();
      void trash.getState().load();
    }),
    client.on("readers.changed", () => {
      if (app.getState().view === "xray") readers.getState().follow();
    }),
    client.on("sharing.changed", ({ waiting }) => {
      sharing.getState().changed(waiting);
      if (app.getState().view === "sharing") void sharing.getState().load();
    }),
    client.on("team.changed", ({ space }) => {
      team.getState().changed(space);
      // What a prompt recalls may be different now.
      if (team.getState().used() === space) ask();
    }),
    client.on("trials.changed", ({ trial }) => stores.trials.getState().changed(trial)),
    client.on("importers.progress", ({ done, total }) => stores.importers.getState().progress(done, total)),
    client.on("sessions.removed", () => {
      if (app.getState().view === "history") void trash.getState().load();
    }),
    client.on("settings.changed", (both) => {
      settings.getState().changed(both);
      void app.getState().refresh();
      ask();
    }),
    client.on("project.trusted", () => {
      void app.getState().refresh();
      ask();
    }),
    client.on("project.warnings", ({ warnings }) => app.getState().warned(warnings)),
    client.on("providers.changed", (event) => providers.getState().changed(event.providers)),
    client.on("modelFiles.changed", ({ files }) => {
      modelFiles.getState().changed(files);
      void providers.getState().readModels();
    }),
    client.on("mcp.changed", () => {
      if (app.getState().view === "settings") void stores.mcp.getState().load();
      ask();
    }),
    client.on("modelFiles.engine", (state) => modelFiles.getState().running(state)),
  ];
};

/** The preview of the next prompt follows what is typed in the conversation and in the editor. */
const followWriting = (stores: Stores): readonly (() => void)[] => {
  const { chat, editor, preview } = stores;
  const ask = () => askPreview(stores);
  return [
    preview.subscribe(({ manifest }, before) => {
      if (manifest?.encoding !== before.manifest?.encoding) editor.getState().countAgain();
    }),
    chat.subscribe((state, before) => {
      const choiceOf = ({ sessions, current }: typeof state) =>
        sessions.find(({ id }) => id === current)?.choice;
      const asked =
        (["message", "files", "current", "seen", "next", "here"] as const).some(
          (part) => state[part] !== before[part],
        ) || JSON.stringify(choiceOf(state)) !== JSON.stringify(choiceOf(before));
      if (asked || (isRunning(before.turn) && !isRunning(state.turn))) ask();
    }),
    editor.subscribe((state, before) => {
      if (state.active !== before.active || state.revision !== before.revision) ask();
    }),
  ];
};
