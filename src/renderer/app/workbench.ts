import type { Client } from "#shared/contract/index.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import { type BudgetStore, createBudgetStore } from "../budget/budget-store.ts";
import { withAttached } from "../chat/attached.ts";
import { createChatStore, type ChatStore } from "../chat/chat-store.ts";
import { type Buffers, createBuffers } from "../editor/buffers.ts";
import { keptEditor } from "../editor/drafts.ts";
import type { Place } from "../editor/editor-state.ts";
import { createEditorStore, type EditorStore } from "../editor/editor-store.ts";
import { createFindStore, type FindStore } from "../files/find-store.ts";
import { createFilesStore, type FilesStore } from "../files/files-store.ts";
import { type AgentsStore, createAgentsStore } from "../agents/agents-store.ts";
import { createHistoryStore, type HistoryStore } from "../history/history-store.ts";
import { createMemoryStores, type MemoryStores } from "../memory/memory-stores.ts";
import type { ModelChoice } from "../ui/model-menu.tsx";
import { createProvidersStore, type ProvidersStore } from "../settings/providers-store.ts";
import { createSettingsStore, type SettingsStore } from "../settings/settings-store.ts";
import { fileStatuses } from "../ui/file-status.ts";
import { formatCount } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { told } from "../ui/told.ts";
import { createWindowState, type WindowState } from "../ui/window-state.ts";
import { type AppStore, createAppStore } from "./app-store.ts";
import { foldersIn } from "./open-folders.ts";
import { createPreviewStore, type PreviewStore } from "./preview-store.ts";

/** Fewer memories are done before a person could read that they are being worked on. */
const longWork = 64;

/** The state of every room, and the wires between them. Rooms do not know each other; this does. */
export type Workbench = {
  readonly client: Client;
  readonly app: AppStore;
  readonly files: FilesStore;
  readonly find: FindStore;
  readonly editor: EditorStore;
  readonly buffers: Buffers;
  readonly chat: ChatStore;
  readonly preview: PreviewStore;
  readonly budget: BudgetStore;
  readonly settings: SettingsStore;
  readonly history: HistoryStore;
  readonly agents: AgentsStore;
  readonly memory: MemoryStores;
  readonly windowState: WindowState;
  readonly providers: ProvidersStore;
  readonly chooseModel: (agent: string, choice: ModelChoice) => Promise<void>;
  /** `keys`: the text takes the keys at once, as after Enter. */
  readonly openFile: (path: string, keys?: boolean) => void;
  readonly openPlace: (path: string, place: Place) => void;
  /** The budget, with this file's part of the prompt chosen: why it is in, cut or left out, and what to do. */
  readonly showWhy: (path: string) => void;
  readonly openProject: (folder: string, template?: string) => Promise<void>;
  /** By the host's dialog; null when the person chose none. */
  readonly pickFolder: () => Promise<string | null>;
  /** Asks for a folder, by the host's dialog where there is one, and opens it. */
  readonly openAnother: () => void;
  readonly close: () => void;
};

export const createWorkbench = (client: Client): Workbench => {
  const buffers = createBuffers();
  // What cannot be kept by the core is still kept by the browser.
  const windowState = createWindowState((key, entry) => {
    client.call("app.keepWindowState", { key, entry }).catch(() => {});
  });
  const app = createAppStore(client, windowState);
  const editor = createEditorStore(client, buffers);
  const files = createFilesStore(client, { onMoved: (from, to) => editor.getState().fileMoved(from, to) });
  const find = createFindStore(client);
  const chat = createChatStore(client, windowState);
  const preview = createPreviewStore(client);
  const budget = createBudgetStore(client, { onWritten: () => askPreview() });
  const settings = createSettingsStore(client);
  const history = createHistoryStore(client);
  const providers = createProvidersStore(client);
  const agents = createAgentsStore(client);
  const memory = createMemoryStores(client);

  const roleOf = (path: string): FileRole => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return files.getState().folders[folder]?.find((entry) => entry.path === path)?.role ?? roleByName(path);
  };

  const askPreview = () => {
    if (!app.getState().project) return;
    const { active, unsaved } = editor.getState();
    const { message, files: attached, current } = chat.getState();
    const question = {
      message: withAttached(attached, message),
      session: current,
      activeFile: active,
      texts: unsaved(),
    };
    preview.getState().ask(question);
    budget.getState().ask(question);
  };

  const readProject = async () => {
    const before = app.getState().project?.folder;
    await app.getState().refresh();
    void settings.getState().load();
    const { project } = app.getState();
    if (!project) return;
    if (project.folder !== before) agents.getState().forgetDrafts();
    editor.getState().restore(keptEditor(windowState), roleOf);
    void chat.getState().openProject();
    void providers.getState().load();
    void readMemory();
    void askWaiting().catch(() => {});
    await files.getState().reset();
    const open = Object.entries(foldersIn(windowState, project.workspace)).filter(([, isOpen]) => isOpen);
    // One that is gone since then is just not there.
    await Promise.allSettled(open.map(([folder]) => files.getState().load(folder)));
    askPreview();
  };

  const readMemory = async () => {
    await memory.learned.getState().load();
    if (app.getState().view !== "memory") return;
    await memory.memories.getState().load();
    await memory.dreams.getState().load();
  };

  const tellWaiting = (agent: string, memories: number) => {
    const look = () => {
      void memory.memories.getState().load(agent);
      void memory.dreams.getState().load(agent);
      app.getState().go("memory");
    };
    notify(t.memory.dream.waiting(memories), { action: { label: t.memory.dream.look, run: look } });
  };

  /** A dream may have been due before this window was there to be told. */
  const askWaiting = async () => {
    const { waiting } = await client.call("dream.waiting", {});
    for (const { agent, memories } of waiting) tellWaiting(agent, memories);
  };

  /** After events were missed: everything that is shown is read again, unsaved text stays. */
  const readAgain = async () => {
    await app.getState().refresh();
    await files.getState().reload();
    await chat.getState().readAgain();
    void readMemory();
    const changes = editor.getState().tabs.map(({ path }) => changeOf(path));
    editor.getState().changed({ event: "workspace.changed", changes });
    askPreview();
  };

  let stopping = false;
  const stops = [
    client.on("project.opened", () => void readProject()),
    client.on("project.closed", () => void app.getState().refresh()),
    client.on("app.resync", () => void readAgain()),
    client.on("workspace.changed", (event) => {
      files.getState().changed(event);
      editor.getState().changed(event);
      if (event.changes.some(({ path }) => path === "agents.yaml")) {
        void app.getState().refresh();
        if (app.getState().view === "agents") void agents.getState().load();
      }
      askPreview();
    }),
    client.on("workspace.indexing", ({ done, total, finished, cancelled }) => {
      const cancel = () => {
        stopping = true;
        app.getState().work("indexing", { done, total });
        told(client.call("workspace.cancelIndexing", {}));
      };
      // What prompts are made of is still read to its end, so there may be more to hear after Cancel.
      const step = stopping ? { done, total } : { done, total, cancel };
      app.getState().work("indexing", finished ? null : step);
      stopping &&= !finished;
      if (cancelled) {
        notify(t.app.progress.indexingStopped(formatCount(done), formatCount(total)), {
          action: {
            label: t.app.progress.goOn,
            run: () => told(client.call("workspace.resumeIndexing", {})),
          },
        });
      }
      if (finished) void files.getState().reload().then(askPreview);
    }),
    client.on("tokens.recounting", ({ done, total, status }) => {
      const cancel = () => told(client.call("tokens.cancelRecount", {}));
      app.getState().work("recounting", status === "running" ? { done, total, cancel } : null);
      if (status === "finished") void files.getState().reload().then(askPreview);
    }),
    client.on("memory.progress", ({ work, done, total, stopped }) => {
      const cancel = {
        indexing: () =>
          told(
            client.call("memory.cancelIndexing", {}).then(() =>
              notify(t.memory.indexing.stopped, {
                action: {
                  label: t.memory.indexing.resume,
                  run: () => told(client.call("memory.resumeIndexing", {})),
                },
              }),
            ),
          ),
        embedding: () =>
          told(
            client.call("memory.pauseEmbedding", { paused: true }).then(() =>
              notify(t.memory.embedding.paused(formatCount(total - done)), {
                action: {
                  label: t.memory.embedding.resume,
                  run: () => told(client.call("memory.pauseEmbedding", { paused: false })),
                },
              }),
            ),
          ),
        importing: () => memory.memories.getState().stopImport(),
      }[work];
      // Few sources can be long, and are only told of when they are.
      const isLong = (work === "indexing" || total >= longWork) && done < total && !stopped;
      app
        .getState()
        .work(work === "indexing" ? "remembering" : work, isLong ? { done, total, cancel } : null);
      if (!isLong && app.getState().view === "memory") memory.memories.getState().refresh();
    }),
    client.on("memory.changed", () => {
      if (app.getState().view === "memory") memory.memories.getState().refresh();
    }),
    client.on("memory.learned", ({ event: _event, ...learned }) => {
      memory.learned.getState().heard(learned);
    }),
    client.on("dream.waiting", ({ agent, candidates }) => {
      const waiting = candidates.filter(({ verdict }) => verdict === "promote").length;
      tellWaiting(agent, waiting);
    }),
    client.on("dream.done", () => {
      if (app.getState().view === "memory") void memory.dreams.getState().load();
    }),
    client.on("history.changed", () => {
      if (app.getState().view === "history") void history.getState().load();
    }),
    client.on("settings.changed", (both) => {
      settings.getState().changed(both);
      void app.getState().refresh();
      askPreview();
    }),
    client.on("project.warnings", ({ warnings }) => app.getState().warned(warnings)),
    client.on("providers.changed", (event) => providers.getState().changed(event.providers)),
    chat.subscribe((state, before) => {
      const asked = (["message", "files", "current", "seen"] as const).some(
        (part) => state[part] !== before[part],
      );
      if (asked || (before.running && !state.running)) askPreview();
    }),
    editor.subscribe((state, before) => {
      if (state.active !== before.active || state.revision !== before.revision) askPreview();
    }),
  ];

  const openProject: Workbench["openProject"] = async (folder, template) => {
    await client.call("project.open", template ? { folder, create: true, template } : { folder });
    app.getState().go("files");
  };
  const pickFolder = async () => (await client.call("project.pickFolder", {})).folder;

  void readProject();

  return {
    client,
    app,
    files,
    find,
    editor,
    buffers,
    chat,
    preview,
    budget,
    settings,
    history,
    agents,
    memory,
    windowState,
    providers,
    chooseModel: async (agent, choice) => {
      await providers.getState().choose(agent, choice);
      askPreview();
    },
    openFile: (path, keys = false) => {
      app.getState().go("files");
      app.getState().show("filesOver", false);
      editor.getState().open(path, roleOf(path));
      if (keys) editor.getState().focusText();
    },
    openPlace: (path, place) => {
      app.getState().go("files");
      editor.getState().openAt(path, roleOf(path), place);
    },
    showWhy: (path) => {
      const part = fileStatuses(preview.getState().manifest).get(path);
      if (part) budget.getState().select(part.segment.id);
      app.getState().go("budget");
    },
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

const changeOf = (path: string) => ({ path, kind: "changed" as const, hash: null, tokens: null });

/** Before the tree is read, the names that are fixed are enough. */
const roleByName = (path: string): FileRole => byName[path.slice(path.lastIndexOf("/") + 1)] ?? "other";

const byName: Readonly<Record<string, FileRole>> = {
  "SOUL.md": "soul",
  "AGENTS.md": "agents",
  "USER.md": "user",
  "IDENTITY.md": "identity",
  "MEMORY.md": "memory",
  "DREAMS.md": "dreams",
  "SKILL.md": "skill",
  "agents.yaml": "agents-yaml",
};
