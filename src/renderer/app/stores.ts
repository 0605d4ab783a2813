import type { Client } from "#shared/contract/index.ts";
import { joinedChoice } from "#shared/model/answer-choice.ts";
import { type AgentsStore, createAgentsStore } from "../agents/agents-store.ts";
import { createBudgetStore } from "../budget/budget-store.ts";
import type { BudgetStore } from "../budget/budget-state.ts";
import { createPreviewStore, type PreviewStore } from "../budget/preview-store.ts";
import { picturesIn, withAttached } from "../chat/attached.ts";
import { createChatStore, type ChatStore } from "../chat/chat-store.ts";
import { type ChangesStore, createChangesStore } from "../changes/changes-store.ts";
import { createTrashStore, type TrashStore } from "../changes/trash-store.ts";
import { type Buffers, createBuffers } from "../editor/buffers.ts";
import { createEditorStore, type EditorStore } from "../editor/editor-store.ts";
import { createFilesStore, type FilesStore } from "../files/files-store.ts";
import { createFindStore, type FindStore } from "../files/find-store.ts";
import { createMendStore, type MendStore } from "../files/mend-store.ts";
import { createHistoryStore, type HistoryStore } from "../history/history-store.ts";
import { createImportersStore, type ImportersStore } from "../importers/importers-store.ts";
import { createMemoryStores, type MemoryStores } from "../memory/memory-stores.ts";
import { createReadersStore, type ReadersStore } from "../readers/readers-store.ts";
import { createTrialsStore, type TrialsStore } from "../trials/trials-store.ts";
import { createSharingStore, type SharingStore } from "../sharing/sharing-store.ts";
import { createTeamStore } from "../team/team-store.ts";
import type { TeamStore } from "../team/team-state.ts";
import type { Seen } from "../team/seen.ts";
import { createMcpStore, type McpStore } from "../settings/mcp-store.ts";
import { createModelFilesStore, type ModelFilesStore } from "../settings/model-files-store.ts";
import { createProvidersStore, type ProvidersStore } from "../settings/providers-store.ts";
import { createSettingsStore, type SettingsStore } from "../settings/settings-store.ts";
import { createWindowState, type WindowState } from "../ui/window-state.ts";
import { sayWhenUnread } from "./say-when-unread.ts";
import { type AppStore, createAppStore } from "./app-store.ts";
import { createServerQuestions, type ServerQuestionsStore } from "./server-questions.ts";

/** The state of all rooms. Rooms do not know each other. */
export type Stores = {
  readonly app: AppStore;
  readonly files: FilesStore;
  readonly find: FindStore;
  readonly mending: MendStore;
  readonly editor: EditorStore;
  readonly buffers: Buffers;
  readonly chat: ChatStore;
  readonly preview: PreviewStore;
  readonly budget: BudgetStore;
  readonly settings: SettingsStore;
  readonly history: HistoryStore;
  readonly changes: ChangesStore;
  readonly trash: TrashStore;
  readonly agents: AgentsStore;
  readonly readers: ReadersStore;
  readonly sharing: SharingStore;
  readonly team: TeamStore;
  readonly trials: TrialsStore;
  readonly importers: ImportersStore;
  readonly memory: MemoryStores;
  readonly windowState: WindowState;
  readonly providers: ProvidersStore;
  readonly modelFiles: ModelFilesStore;
  readonly mcp: McpStore;
  readonly serverQuestions: ServerQuestionsStore;
};

export const createStores = (client: Client): Stores => {
  const buffers = createBuffers();
  // If the core cannot store it, the browser still does.
  const windowState = createWindowState((key, entry) => {
    client.call("app.keepWindowState", { key, entry }).catch(() => {});
  });
  const preview = createPreviewStore(client);
  const editor = createEditorStore(client, buffers, {
    encoding: () => preview.getState().manifest?.encoding,
  });
  const stores: Stores = {
    app: createAppStore(client, windowState),
    files: createFilesStore(client, {
      onMoved: (from, to) => {
        editor.getState().fileMoved(from, to);
        sayWhenUnread(stores, from, to);
      },
      onRemoved: (path) => {
        const { tabs, close } = editor.getState();
        for (const tab of tabs) if (tab.path === path || tab.path.startsWith(`${path}/`)) close(tab.path);
      },
    }),
    find: createFindStore(client),
    mending: createMendStore(client),
    editor,
    buffers,
    chat: createChatStore(client, windowState, {
      beforeTurn: async () => {
        await stores.providers.getState().settled();
        return editor.getState().saveToSend();
      },
    }),
    preview,
    budget: createBudgetStore(client, { preview, onWritten: () => askPreview(stores) }),
    settings: createSettingsStore(client),
    history: createHistoryStore(client),
    changes: createChangesStore(client),
    trash: createTrashStore(client),
    agents: createAgentsStore(client),
    readers: createReadersStore(client, {
      drafts: () => Object.entries(editor.getState().unsaved()).map(([path, text]) => ({ path, text })),
    }),
    sharing: createSharingStore(client),
    team: createTeamStore(client, {
      folder: () => stores.app.getState().project?.folder ?? null,
      readSeen: () => windowState.read<Seen>("teamSeen", []),
      writeSeen: (seen) => windowState.write("teamSeen", seen),
    }),
    trials: createTrialsStore(client),
    importers: createImportersStore(client),
    memory: createMemoryStores(client),
    windowState,
    providers: createProvidersStore(client),
    modelFiles: createModelFilesStore(client),
    mcp: createMcpStore(client),
    serverQuestions: createServerQuestions(client),
  };
  return stores;
};

/** Previews the next prompt with everything that is currently typed. */
export const askPreview = ({ app, editor, chat, preview }: Stores): void => {
  if (!app.getState().project) return;
  const { active, unsaved } = editor.getState();
  const { message, files: attached, current, next, here } = chat.getState();
  preview.getState().ask({
    message: withAttached(attached, message),
    pictures: picturesIn(attached),
    session: current,
    choice: current === null ? joinedChoice(here, next) : next,
    activeFile: active,
    texts: unsaved(),
  });
};
