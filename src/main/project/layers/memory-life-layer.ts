import { scopeOf } from "#shared/model/scope.ts";
import { runPlace } from "../../context/runs/run-place.ts";
import { Consolidator } from "../../memory/dream/consolidator.ts";
import { Dreams } from "../../memory/dream/dreams.ts";
import { Upkeep } from "../../memory/dream/upkeep.ts";
import {
  backupPlace,
  redactMessage,
  sessionPlace,
  tablePlace,
  transcriptPlace,
} from "../../memory/forget/copy-places.ts";
import { filePlace } from "../../memory/forget/file-place.ts";
import { Forgetter } from "../../memory/forget/forgetter.ts";
import { historyPlace } from "../../memory/forget/history-place.ts";
import { versionPlace } from "../../memory/forget/version-place.ts";
import { ConversationReader } from "../../memory/learn/conversation-reader.ts";
import { knownTexts } from "../../memory/learn/known-texts.ts";
import { Learner } from "../../memory/learn/learner.ts";
import { readUnread } from "../../memory/learn/read-unread.ts";
import { knownMemories } from "../../memory/recall/known-memory.ts";
import { callPlace } from "../../memory/forget/call-place.ts";
import { modelSpeaker } from "../../providers/speaker-of.ts";
import { sessionRoots } from "../../sessions/session-folder.ts";
import { countForModel } from "../../tokens/count-for-model.ts";
import type { MemoryRooms, Rooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "real"
  | "person"
  | "access"
  | "folderAccess"
  | "origins"
  | "owned"
  | "ports"
  | "events"
  | "providers"
  | "userSettings"
  | "store"
  | "backup"
  | "tokens"
  | "settings"
  | "agents"
  | "workspace"
  | "changes"
  | "history"
  | "sessions"
  | "inTurn"
  | "runs"
  | "windows"
  | "calls"
  | "tables"
  | "memory"
>;

/** How memories are made and removed: learning, dreaming, forgetting, upkeep. */
export const memoryLifeLayer = (rooms: Needs): Pick<MemoryRooms, "memoryLife"> => {
  const { ports, owned, store, workspace, sessions, memory, tables, events, settings, history } = rooms;
  const agents = () => rooms.agents.list();
  const learner = new Learner({
    store,
    workspace,
    origins: rooms.origins,
    ...tables,
    ...ports,
    timeZone: () => settings.get().timeZone,
    user: () => userOf(rooms),
    known: (agent) => knownTexts(workspace, agent.workspace),
    changed: () => memory.tablesChanged(),
    emit: events.publish,
  });
  const dreams = new Dreams({
    store,
    signals: memory.signals,
    workspace,
    origins: rooms.origins,
    ...ports,
    memories: (agent, ids) => knownMemories(memory.memories, agent.workspace, ids),
    commit: (agent, promotions) => history.commitDream(agent, promotions),
    emit: events.publish,
  });
  const reader = openReader(rooms, learner);
  const upkeep = owned.own(
    new Upkeep({
      workspace,
      agents,
      dreams,
      graph: tables.graph,
      ...ports,
      timeZone: () => settings.get().timeZone,
      settings: () => settings.get(),
      isTrusted: rooms.folderAccess.isTrusted,
      readUnread: () =>
        readUnread({
          reader,
          sessions,
          agents,
          spokenSince: (since) => rooms.runs.sessionsSince(since),
          clock: ports.clock,
        }),
      emit: events.publish,
    }),
  );
  // It tidies and dreams by the clock, which only the owner may do.
  if (rooms.access.nonce === null) void upkeep.close();
  // After upkeep, so that it is closed first.
  owned.own(reader);
  const consolidator = new Consolidator({
    workspace,
    origins: rooms.origins,
    clock: ports.clock,
    timeZone: () => settings.get().timeZone,
    model: (agent) => modelSpeaker(rooms, agent),
    count: (text, model) => countForModel(rooms.tokens, text, model),
  });
  const forgetter = openForgetter(rooms);
  return { memoryLife: { learner, reader, dreams, forgetter, consolidator, upkeep } };
};

const openReader = (rooms: Needs, learner: Learner): ConversationReader => {
  const { ports, store, sessions, inTurn, memory, workspace } = rooms;
  return new ConversationReader({
    store,
    sessions,
    inTurn,
    learner,
    ...ports,
    model: (agent) =>
      rooms.providers.mayAskInBackground(agent.provider) ? modelSpeaker(rooms, agent) : Promise.resolve(null),
    isPrivate: async (agent, session) =>
      scopeOf(agent.scope, (await sessions.info(session)).kind, undefined) === "main",
    known: (agent) => knownTexts(workspace, agent.workspace),
    isTrusted: rooms.folderAccess.isTrusted,
    storeMessages: (session) => memory.sessionChanged(session),
  });
};

const openForgetter = (rooms: Needs): Forgetter => {
  const { real, person, ports, store, workspace, sessions, memory, tables } = rooms;
  const { clock, ids } = ports;
  const agents = () => rooms.agents.list();
  const user = () => userOf(rooms);
  return new Forgetter({
    store,
    workspace,
    memories: memory.memories,
    signals: memory.signals,
    ...tables,
    user,
    clock,
    ids,
    places: [
      filePlace(workspace),
      tablePlace({ ...tables, user, clock }),
      sessionPlace(sessionRoots(real, person.overlay), agents, sessions),
      transcriptPlace([person.own, real], agents),
      historyPlace(rooms.history, agents),
      runPlace(rooms.runs),
      callPlace(rooms.calls),
      backupPlace(person.own),
      // After the files, because writing them keeps their earlier texts.
      versionPlace(rooms.changes.versions),
    ],
    fileChanged: (path) => memory.fileChanged(path),
    redactMessage: (session, message, text) => redactMessage(sessions, session, message, text),
    readAgain: () => memory.readAgain(),
    saveBackups: () => rooms.backup.save(),
  });
};

const userOf = ({ userSettings }: Pick<Rooms, "userSettings">) => userSettings.get().user.id;
