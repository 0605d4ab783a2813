import type { Agent } from "#shared/contract/agents.ts";
import type { Events } from "#shared/contract/index.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import { scopeOf } from "../context/scope.ts";
import {
  backupPlace,
  forgetSessionSearch,
  redactMessage,
  sessionPlace,
  tablePlace,
  transcriptPlace,
} from "../memory/copy-places.ts";
import { Consolidator } from "../memory/consolidator.ts";
import { ConversationReader, type Speaker } from "../memory/conversation-reader.ts";
import { Dreams } from "../memory/dreams.ts";
import { Graph } from "../memory/graph.ts";
import { Forgetter } from "../memory/forgetter.ts";
import { knownTexts } from "../memory/known-texts.ts";
import { Learner } from "../memory/learner.ts";
import { nothingLearned } from "../memory/learning.ts";
import { memoryFigures } from "../memory/memory-figures.ts";
import { MemoryStore } from "../memory/memory-store.ts";
import { Procedures } from "../memory/procedures.ts";
import { ProfileStore } from "../memory/profile-store.ts";
import { RecallSignals } from "../memory/recall-signals.ts";
import { Upkeep } from "../memory/upkeep.ts";
import type { Ports } from "../ports/ports.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { AgentsFile } from "../settings/agents-file.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { Store } from "../store/open-store.ts";
import { memoryWrite } from "../tools/memory-write.ts";
import { myStats } from "../tools/my-stats.ts";
import type { Tool } from "../tools/tool.ts";
import type { History } from "../workspace/history/history.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { RunStore } from "../context/runs/run-store.ts";
import { filePlace, historyPlace, runPlace } from "./copy-places.ts";
import type { OpenMemory } from "./open-memory.ts";
import type { ServedWindows } from "./served-windows.ts";
import { speakerOf } from "./speaker-of.ts";

export type MemoryLifeRooms = {
  /** Real path of the project's folder. */
  readonly folder: string;
  readonly ports: Ports;
  readonly memory: OpenMemory;
  readonly runs: RunStore;
  readonly tokens: TokenCounter;
  readonly store: Store;
  readonly workspace: Workspace;
  readonly history: History;
  readonly agents: AgentsFile;
  readonly sessions: Sessions;
  readonly providers: Providers;
  readonly windows: ServedWindows;
  readonly settings: SettingsFile<ProjectSettings>;
  readonly userSettings: SettingsFile<UserSettings>;
  readonly saveBackups: () => Promise<void>;
  readonly emit: (event: Events) => void;
};

/** How memories come to be and go. */
export type MemoryLife = {
  readonly learner: Learner;
  readonly reader: ConversationReader;
  readonly dreams: Dreams;
  readonly forgetter: Forgetter;
  readonly consolidator: Consolidator;
  readonly upkeep: Upkeep;
  /** Those that need to know more than a tool is told. */
  readonly tools: readonly Tool[];
  close(): Promise<void>;
};

export const openMemoryLife = (rooms: MemoryLifeRooms): MemoryLife => {
  const { ports, store, workspace, sessions, emit } = rooms;
  const known = (agent: Agent) => knownTexts(workspace, agent.workspace);
  const graph = new Graph(store, ports.ids);
  const procedures = new Procedures(store, ports.ids);
  const profiles = new ProfileStore(store);
  const user = () => rooms.userSettings.get().user.id;
  const timeZone = () => rooms.settings.get().timeZone;
  const learner = new Learner({
    store,
    workspace,
    graph,
    procedures,
    profiles,
    clock: ports.clock,
    ids: ports.ids,
    timeZone,
    user,
    known,
    changed: () => rooms.memory.tablesChanged(),
    emit,
  });
  const model = async (agent: Agent): Promise<Speaker | null> => {
    const speaker = await speakerOf(agent, rooms.providers);
    return speaker.provider.kind === "builtin" ? null : { ...speaker, window: await rooms.windows.of(agent) };
  };
  const consolidator = new Consolidator({
    workspace,
    clock: ports.clock,
    timeZone,
    model,
    count: async (text, name) =>
      (await rooms.tokens.count(text, rooms.tokens.encodingOf(name).encoding)).tokens,
  });
  const reader = new ConversationReader({
    store,
    sessions,
    learner,
    clock: ports.clock,
    log: ports.log,
    model,
    isPrivate: async (agent, session) =>
      scopeOf(agent.scope, (await sessions.info(session)).kind, undefined) === "main",
    known,
    storeMessages: (session) => rooms.memory.sessionChanged(session),
  });
  const memories = new MemoryStore(store, ports.clock);
  const signals = new RecallSignals(store);
  const dreams = new Dreams({
    store,
    signals,
    workspace,
    clock: ports.clock,
    ids: ports.ids,
    memories: (agent, ids) =>
      ids.flatMap((id) => {
        const found = memories.get(id);
        if (!found || found.workspace !== agent.workspace) return [];
        const { tier, source, lineFrom, date, text } = found;
        return [{ id, tier, source: lineFrom === null ? source : `${source}#${lineFrom}`, date, text }];
      }),
    commit: (agent, promotions) => rooms.history.commitDream(agent, promotions),
    emit,
  });
  const agents = () => rooms.agents.list();
  const forgetter = new Forgetter({
    store,
    workspace,
    memories,
    signals,
    graph,
    procedures,
    profiles,
    user,
    clock: ports.clock,
    ids: ports.ids,
    places: [
      filePlace(workspace),
      tablePlace({ profiles, procedures, user, clock: ports.clock }),
      sessionPlace(rooms.folder, agents, store),
      transcriptPlace(rooms.folder, agents),
      historyPlace(rooms.history, agents),
      runPlace(rooms.runs),
      backupPlace(rooms.folder),
    ],
    fileChanged: (path) => rooms.memory.fileChanged(path),
    redactMessage: async (session, message, text) => {
      await redactMessage(await sessions.filesOf(session), message, text);
      forgetSessionSearch(store);
    },
    readAgain: () => rooms.memory.readAgain(),
    saveBackups: () => rooms.saveBackups(),
  });
  const upkeep = new Upkeep({
    workspace,
    agents,
    dreams,
    graph,
    clock: ports.clock,
    log: ports.log,
    timeZone,
    settings: () => rooms.settings.get(),
    emit,
  });
  const tools = [
    memoryWrite(async (agent, session, note) => {
      const answer = { found: { ...nothingLearned, notes: [note] }, text: "" };
      const kept = await learner.keep({ agent, session: session ?? "", by: "tool", answer, usage: null });
      return kept?.items[0]?.path ?? null;
    }),
    myStats((agent) => memoryFigures({ store, memories, signals }, agent, ports.clock.now())),
  ];
  const close = async () => {
    await reader.close();
    await upkeep.close();
  };
  return { learner, reader, dreams, forgetter, consolidator, upkeep, tools, close };
};
