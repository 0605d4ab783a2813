import type { StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import { keptEditor } from "../editor/drafts.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { forgetUndos } from "../ui/recent-undos.ts";
import { told } from "../ui/told.ts";
import { foldersIn } from "./open-folders.ts";
import { roleByName } from "./role-by-name.ts";
import { askPreview, type Stores } from "./stores.ts";

/** Fills the stores of an open project from the core, at first and after events were missed. */
export const createProjectReader = (client: Client, stores: Stores) => {
  const {
    app,
    agents,
    changes,
    chat,
    editor,
    history,
    files,
    memory,
    providers,
    readers,
    settings,
    sharing,
    team,
    trash,
    trials,
    windowState,
  } = stores;

  const readProject = async () => {
    const before = app.getState().project?.folder;
    await app.getState().refresh();
    void settings.getState().load();
    const { project } = app.getState();
    if (!project) return;
    if (project.folder !== before) {
      agents.getState().forgetDrafts();
      forgetUndos();
      // Nothing of the last project stays on the screen.
      startOver(changes);
      startOver(history);
      startOver(trash);
      startOver(readers);
      startOver(sharing);
      startOver(team);
      startOver(trials);
      startOver(memory.memories);
      startOver(memory.dreams);
      startOver(memory.learned);
      startOver(memory.graph);
    }
    editor.getState().restore(keptEditor(windowState), (path) => roleOf(files, path));
    void chat.getState().openProject();
    void providers.getState().load();
    void readMemory();
    void sharing.getState().load();
    void team.getState().openProject();
    void askWaiting().catch(() => {});
    told(stores.serverQuestions.getState().load());
    await files.getState().reset();
    const open = Object.entries(foldersIn(windowState, project.workspace)).filter(([, isOpen]) => isOpen);
    // A file that was removed since then is skipped.
    await Promise.allSettled(open.map(([folder]) => files.getState().load(folder)));
    askPreview(stores);
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

  /** A dream may have become due before this window was open. */
  const askWaiting = async () => {
    const { waiting } = await client.call("dream.waiting", {});
    for (const { agent, memories } of waiting) tellWaiting(agent, memories);
  };

  /** After events were missed: everything shown is read again, and unsaved text stays. */
  const readAgain = async () => {
    await app.getState().refresh();
    await files.getState().reload();
    await chat.getState().readAgain();
    told(stores.serverQuestions.getState().load());
    void readMemory();
    void sharing.getState().load();
    void team.getState().openProject();
    const changes = editor.getState().tabs.map(({ path }) => changeOf(path));
    editor.getState().changed({ event: "workspace.changed", changes });
    askPreview(stores);
  };

  return { readProject, readAgain, tellWaiting };
};

export type ProjectReader = ReturnType<typeof createProjectReader>;

/** The role from the tree, or by the file's name while the tree is not read. */
export const roleOf = (files: Stores["files"], path: string): FileRole => {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return files.getState().folders[folder]?.find((entry) => entry.path === path)?.role ?? roleByName(path);
};

const startOver = <State>(store: StoreApi<State>): void => store.setState(store.getInitialState(), true);

const changeOf = (path: string) => ({ path, kind: "changed" as const, hash: null, tokens: null });
