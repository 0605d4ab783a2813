import { setTimeout as delay } from "node:timers/promises";
import type { Agent } from "#shared/contract/agents.ts";
import type { Events } from "#shared/contract/index.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import type { TurnPorts } from "../agents/turn-ports.ts";
import { Approvals } from "../chat/approvals.ts";
import { Chat } from "../chat/chat.ts";
import { Compactor } from "../chat/compactor.ts";
import type { Context } from "../context/context.ts";
import { resolveProfile } from "../context/profiles/resolve-profile.ts";
import type { ProfileData } from "../context/profiles/profile-kind.ts";
import type { Ports } from "../ports/ports.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ProfileFiles } from "../settings/profile-files.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { Calibrations } from "../tokens/calibrations.ts";
import type { PrefillSpeeds } from "../tokens/prefill-speeds.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { OpenMemory } from "./open-memory.ts";
import type { MemoryLife } from "./open-memory-life.ts";
import type { ServedWindows } from "./served-windows.ts";
import { speakerOf } from "./speaker-of.ts";

export type TalkRooms = {
  readonly folder: string;
  readonly ports: Ports;
  readonly providers: Providers;
  readonly userSettings: SettingsFile<UserSettings>;
  readonly settings: SettingsFile<ProjectSettings>;
  readonly tokens: TokenCounter;
  readonly calibrations: Calibrations;
  readonly prefillSpeeds: PrefillSpeeds;
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly profiles: ProfileFiles<ProfileData>;
  readonly context: Context;
  readonly tools: ToolRegistry;
  readonly memory: OpenMemory;
  readonly windows: ServedWindows;
  readonly memoryLife: MemoryLife;
  readonly emit: (event: Events) => void;
};

/** Everything a conversation needs, connected. */
export type Talk = {
  readonly chat: Chat;
  readonly compactor: Compactor;
  readonly approvals: Approvals;
  readonly toolContext: ToolContextOf;
  close(): Promise<void>;
};

export type ToolContextOf = (
  agent: Agent,
  scope: "main" | "shared",
  session: string | null,
  signal: AbortSignal,
) => Promise<ToolContext>;

export const openTalk = (rooms: TalkRooms): Talk => {
  const { ports, sessions, context, tools, emit, windows } = rooms;
  const { reader, upkeep } = rooms.memoryLife;
  const approvals = new Approvals({
    project: rooms.folder,
    settings: rooms.userSettings,
    ids: ports.ids,
    emit,
  });
  const provider = (agent: Agent) => speakerOf(agent, rooms.providers);
  const compactor = new Compactor({
    sessions,
    clock: ports.clock,
    ids: ports.ids,
    provider,
    window: (agent) => windows.of(agent),
    count: async (text, model) =>
      (await rooms.tokens.count(text, rooms.tokens.encodingOf(model).encoding)).tokens,
    flush: (session, agent, messages, signal) => reader.beforeLoss(session, agent, messages, signal),
    emit,
  });
  const toolContext: ToolContextOf = async (agent, scope, session, signal) => ({
    agent,
    model: agent.model,
    scope,
    profileKind: await kindOf(agent, rooms.profiles),
    session,
    project: rooms.folder,
    workspace: rooms.workspace,
    sessions,
    signal,
  });
  const turn: TurnPorts = {
    clock: ports.clock,
    ids: ports.ids,
    sessions,
    context: {
      run: async (request, signal) => {
        await windows.of(request.agent);
        // As a preview counts: Built-in has no tokenizer of its own.
        const model = request.agent.model ?? rooms.settings.get().defaultModel ?? null;
        return context.run({ ...request, model }, signal);
      },
      record: async (assembled) => {
        const run = await context.record(assembled);
        emit({ event: "context.ran", run });
        return run;
      },
    },
    tools,
    provider,
    toolContext,
    recall: (message, agent, session, signal) =>
      rooms.memory.recall(message, agent, { isTurn: true, session }, signal),
    approve: (request, signal) => approvals.ask(request, signal),
    compact: (session, agent, signal) => compactor.automatic(session, agent, signal),
    beforeLoss: (session, agent, messages, signal) => reader.beforeLoss(session, agent, messages, signal),
    recordUsage: ({ provider, model, manifest, usage, firstAfter }) => {
      if (usage.input === null) return;
      const { window, prefix } = manifest;
      rooms.calibrations.recordUsage(model, window.used, usage.input);
      if (firstAfter === null) return;
      const { input: tokens, cached } = usage;
      const mayBeCached = prefix.stableTokens > 0;
      rooms.prefillSpeeds.record(provider, model, { tokens, cached, mayBeCached, firstAfter });
    },
    wait: async (ms, signal) => {
      await delay(ms, undefined, { signal });
    },
    emit,
  };
  const chat = new Chat({
    sessions,
    turn,
    attachment: async (path) => (await rooms.workspace.read("", path)).text,
    afterTurn: (session, agent) => {
      reader.afterTurn(session, agent);
      void upkeep.look();
    },
    emit,
  });
  return { chat, compactor, approvals, toolContext, close: () => chat.close() };
};

const kindOf = async (agent: Agent, profiles: ProfileFiles<ProfileData>): Promise<string> =>
  resolveProfile(agent.profile, (await profiles.list()).profiles).data.kind;
