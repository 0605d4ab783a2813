import { platform } from "node:os";
import type { AgentsFile } from "../settings/agents-file.ts";
import type { ProfileFiles } from "../settings/profile-files.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { IgnoreRules } from "../workspace/ignore-rules.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { Failure } from "#shared/contract/index.ts";
import { Context } from "../context/context.ts";
import type { SessionView } from "../context/context-ports.ts";
import type { ProfileData } from "../context/profiles/profile-kind.ts";
import { listProjectFiles } from "../context/snapshot/list-project-files.ts";
import type { RunStore } from "../context/runs/run-store.ts";
import type { Ports } from "../ports/ports.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { OpenMemory } from "./open-memory.ts";
import type { ServedWindows } from "./served-windows.ts";

export type ContextRooms = {
  readonly folder: string;
  readonly projectName: () => string;
  readonly ports: Ports;
  readonly tokens: TokenCounter;
  readonly runs: RunStore;
  readonly workspace: Workspace;
  readonly agents: AgentsFile;
  readonly profiles: ProfileFiles<ProfileData>;
  readonly settings: SettingsFile<ProjectSettings>;
  readonly userSettings: SettingsFile<UserSettings>;
  readonly sessions: Sessions;
  readonly tools: ToolRegistry;
  readonly memory: OpenMemory;
  readonly windows: ServedWindows;
};

/** The assembler of a project, connected to the rooms it reads from. */
export const openContext = (rooms: ContextRooms): Context => {
  const { workspace, agents, settings, ports } = rooms;
  return new Context({
    clock: ports.clock,
    ids: ports.ids,
    counter: rooms.tokens,
    runs: rooms.runs,
    files: workspace.files,
    readProjectFile: async (path) => {
      const [{ text, hash, readOnly, warnings }, realRole] = await Promise.all([
        workspace.read("", path),
        workspace.realRole("", path),
      ]);
      const [problem] = warnings;
      if (readOnly && problem) throw new Failure(problem.code, problem.message, { path });
      return { text, hash, realRole };
    },
    knowledgePaths: (folder) => workspace.list(folder, "knowledge"),
    projectFiles: (known, signal) =>
      listProjectFiles({
        folder: rooms.folder,
        // New each time, so that a changed ignore file holds at once.
        rules: new IgnoreRules(rooms.folder, () => workspace.roots.workspaces()),
        // A transcript is for audit, and never read back into a prompt.
        workspaces: [
          ...workspace.roots.workspaces(),
          ...agents.list().flatMap(({ transcriptsDir }) => transcriptsDir ?? []),
        ],
        known,
        signal,
      }),
    agent: (id) => agents.get(id),
    workspaces: () => workspace.roots.workspaces(),
    folder: rooms.folder,
    operatingSystem: OPERATING_SYSTEMS[platform()] ?? platform(),
    env: process.env,
    projectName: rooms.projectName,
    timeZone: () => settings.get().timeZone,
    defaultModel: () => settings.get().defaultModel,
    user: () => rooms.userSettings.get().user,
    savedProfiles: async () => (await rooms.profiles.list()).profiles,
    recall: (message, agent, session, signal) =>
      rooms.memory.recall(
        message,
        agent,
        { isTurn: false, ...(session === null ? {} : { session }) },
        signal,
      ),
    memoryState: () => rooms.memory.recallState(),
    session: (id) => sessionView(rooms.sessions, id),
    tools: (agent, scope) => rooms.tools.definitions(agent, scope),
    servedWindow: (agent, model) => rooms.windows.known(agent, model),
  });
};

const sessionView = async (
  sessions: Sessions,
  id: string,
): Promise<(SessionView & { readonly agent: string }) | null> => {
  try {
    const { agent, kind } = await sessions.info(id);
    return { id, agent, kind, history: await sessions.messages(id) };
  } catch (error) {
    if (error instanceof Failure && error.code === "session-not-found") return null;
    throw error;
  }
};

const OPERATING_SYSTEMS: Readonly<Record<string, string>> = {
  darwin: "macOS",
  linux: "Linux",
  win32: "Windows",
};
