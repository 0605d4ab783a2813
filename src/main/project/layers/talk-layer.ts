import { setTimeout as delay } from "node:timers/promises";
import type { Agent } from "#shared/contract/agents.ts";
import { lowestOrigin } from "#shared/model/origin.ts";
import { Approvals } from "../../chat/approvals.ts";
import { Attachments } from "../../chat/attachments.ts";
import { Chat } from "../../chat/chat.ts";
import { Compactor } from "../../chat/compactor.ts";
import { WaitingPictures } from "../../chat/waiting-pictures.ts";
import { MessageQueues } from "../../chat/message-queues.ts";
import { pictureRefusal } from "../../providers/picture-refusal.ts";
import { followedSpeaker } from "../../providers/speaker-of.ts";
import { countForModel } from "../../tokens/count-for-model.ts";
import { usageRecorder } from "../../turns/record-usage.ts";
import { toolContexts } from "../../turns/tool-contexts.ts";
import { turnContext } from "../../turns/turn-context.ts";
import { turnRecall } from "../../turns/turn-recall.ts";
import type { TurnPorts } from "../../turns/turn-ports.ts";
import type { Rooms, TalkRooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "folder"
  | "paths"
  | "person"
  | "folderAccess"
  | "origins"
  | "owned"
  | "ports"
  | "events"
  | "providers"
  | "mcp"
  | "userSettings"
  | "settings"
  | "agents"
  | "subagents"
  | "profiles"
  | "tokens"
  | "calibrations"
  | "prefillSpeeds"
  | "workspace"
  | "sessions"
  | "inTurn"
  | "windows"
  | "calls"
  | "memory"
  | "memoryLife"
  | "teamRecall"
  | "tools"
  | "context"
>;

/** Turns and the conversations they belong to. */
export const talkLayer = (rooms: Needs): Pick<TalkRooms, "talk"> => {
  const { ports, sessions, context, tools, windows } = rooms;
  const emit = rooms.events.publish;
  const { reader, upkeep } = rooms.memoryLife;
  const approvals = new Approvals({
    project: rooms.folder,
    settings: rooms.userSettings,
    ids: ports.ids,
    emit,
  });
  const provider = async (agent: Agent) => {
    // A server that is still starting has tools for this prompt.
    await rooms.mcp.ready();
    return followedSpeaker(rooms, agent);
  };
  const compactor = new Compactor({
    sessions,
    clock: ports.clock,
    ids: ports.ids,
    provider,
    window: (agent) => windows.of(agent),
    count: (text, model) => countForModel(rooms.tokens, text, model),
    isExact: (model) => rooms.tokens.encodingOf(model).exact,
    mayAsk: (agent) => rooms.providers.mayAskInBackground(agent.provider),
    flush: (session, agent, messages, signal) => reader.beforeLoss(session, agent, messages, signal),
    emit,
  });
  const toolContext = toolContexts({
    ...rooms,
    project: rooms.folder,
    own: rooms.person.own,
    clock: ports.clock,
  });
  const turn: TurnPorts = {
    clock: ports.clock,
    ids: ports.ids,
    sessions,
    context: turnContext({
      context,
      windows,
      defaultModel: () => rooms.settings.get().defaultModel ?? null,
      emit,
    }),
    tools,
    provider,
    toolContext,
    recall: turnRecall(rooms),
    approve: (request, signal) => approvals.ask(request, signal),
    compact: (session, agent, need, signal) => compactor.automatic(session, agent, need, signal),
    beforeLoss: (session, agent, messages, signal) => reader.beforeLoss(session, agent, messages, signal),
    recordUsage: usageRecorder(rooms.calibrations, rooms.prefillSpeeds),
    count: (text, model) => countForModel(rooms.tokens, text, model),
    priced: (id, model) => rooms.providers.priced(id, model),
    nest: (session, signal, work) => chat.nest(session, signal, work),
    wait: async (ms, signal) => {
      await delay(ms, undefined, { signal });
    },
    emit,
  };
  const queues = new MessageQueues(sessions, (session, queue) =>
    emit({ event: "chat.queue", session, queue }),
  );
  const waiting = new WaitingPictures(rooms.paths.userData, () => ports.clock.now().getTime());
  const attachments = new Attachments({
    sessions,
    waiting,
    text: async (path) => (await rooms.workspace.read("", path)).text,
    picture: async (path) => (await rooms.workspace.picture("", path)).bytes,
    // About a quarter of the window: a token has about four characters.
    passageChars: async (session) => windows.of(await sessions.agentOf(session)),
  });
  const chat = new Chat({
    queues,
    log: ports.log,
    sessions,
    inTurn: rooms.inTurn,
    turn,
    attachments,
    noPictures: async (agent) => pictureRefusal(agent, await windows.sees(agent)),
    originOf: (text) => lowestOrigin(rooms.folderAccess.origin(), rooms.origins.of(text)),
    afterTurn: (session, agent) => {
      reader.afterTurn(session, agent);
      void upkeep.look();
    },
    emit,
  });
  rooms.owned.own(chat);
  return { talk: { chat, queues, attachments, waiting, compactor, approvals, toolContext } };
};
