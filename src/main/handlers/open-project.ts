import { basename, isAbsolute, join, relative } from "node:path";
import type { FileWarning } from "#shared/contract/project.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import { Disposables } from "../base/disposables.ts";
import type { Context } from "../context/context.ts";
import type { ProfileData } from "../context/profiles/profile-kind.ts";
import { validateProfile } from "../context/profiles/resolve-profile.ts";
import { dateIn } from "../context/template.ts";
import { RunStore } from "../context/runs/run-store.ts";
import { AgentsFile } from "../settings/agents-file.ts";
import { agentsFileName } from "../settings/read-agents.ts";
import { SessionSearch } from "../sessions/session-search.ts";
import { Sessions } from "../sessions/sessions.ts";
import { openProjectSettings } from "../settings/open-settings.ts";
import { openProfileFiles, type ProfileFiles } from "../settings/profile-files.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import { openCheckedStore } from "../store/open-checked-store.ts";
import type { Store } from "../store/open-store.ts";
import { openTableBackup } from "../store/table-backup.ts";
import { type Calibrations, openCalibrations } from "../tokens/calibrations.ts";
import { openPrefillSpeeds, type PrefillSpeeds } from "../tokens/prefill-speeds.ts";
import { withCountCache } from "../tokens/count-cache.ts";
import { createRecount, type Recount } from "../tokens/recount.ts";
import { storedCounts } from "../tokens/stored-counts.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import { History } from "../workspace/history/history.ts";
import { prepareProjectFolder } from "../workspace/project-folder.ts";
import { Workspace } from "../workspace/workspace.ts";
import { beginHistories } from "./begin-histories.ts";
import type { HandlerContext } from "./handler-context.ts";
import { openContext } from "./open-context.ts";
import { openMemory, type OpenMemory } from "./open-memory.ts";
import { type MemoryLife, openMemoryLife } from "./open-memory-life.ts";
import { openTalk, type Talk } from "./open-talk.ts";
import { ServedWindows } from "./served-windows.ts";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.ts";

/** Everything that belongs to the folder a person opened, and closes with it. */
export type OpenProject = {
  readonly folder: string;
  readonly name: string;
  readonly store: Store;
  /** The process's counter, with this project's counts remembered. */
  readonly tokens: TokenCounter;
  readonly calibrations: Calibrations;
  readonly prefillSpeeds: PrefillSpeeds;
  /** What counts are meant for where no model is named: the setting's, else the default agent's. */
  defaultModel(): string | null;
  /** Brings the counts of files to the default model's encoding. */
  readonly recount: Recount;
  readonly settings: SettingsFile<ProjectSettings>;
  readonly agents: AgentsFile;
  /** Set when the index was damaged: the project-relative place where the old one was put. */
  readonly recovered: { readonly setAside: string } | null;
  readonly workspace: Workspace;
  readonly history: History;
  readonly sessions: Sessions;
  /** Of the files, the agents and the settings, as far as they are known by now. */
  warnings(): Promise<FileWarning[]>;
  /** The project's own profiles. */
  readonly profiles: ProfileFiles<ProfileData>;
  readonly runs: RunStore;
  readonly context: Context;
  readonly tools: ToolRegistry;
  /** Read and kept up from its first `ready()` on. */
  readonly memory: OpenMemory;
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly today: () => string;
  readonly memoryLife: MemoryLife;
  readonly talk: Talk;
  close(): Promise<void>;
};

/** What the rooms of a project get from the core around them. */
export type Surroundings = Pick<
  HandlerContext,
  "ports" | "paths" | "userSettings" | "tokens" | "providers" | "embedders" | "emit"
>;

export const openProject = async (folder: string, around: Surroundings): Promise<OpenProject> => {
  const prepared = await prepareProjectFolder(folder);
  const owned = new Disposables();
  try {
    return await openRooms(folder, prepared.real, around, owned);
  } catch (error) {
    await owned.close();
    await prepared.undo();
    throw error;
  }
};

const openRooms = async (
  folder: string,
  real: string,
  around: Surroundings,
  owned: Disposables,
): Promise<OpenProject> => {
  const { ports, userSettings } = around;
  const store = owned.own(
    await openCheckedStore(join(folder, ".satchel", "index.db"), { now: () => ports.clock.now() }),
  );
  const backup = owned.own(await openTableBackup(store, ports.log));
  const settings = openProjectSettings(folder, ports);
  // Before files are looked at: a model whose tokenizer comes later would have everything counted twice.
  await around.tokens.useTokenizers(userSettings.get().tokenizers);
  const agents = new AgentsFile(folder);
  const tokens = withCountCache(around.tokens, storedCounts(store), ports.log);
  const defaultModel = () => settings.get().defaultModel ?? agents.get().model;
  const encoding = () => tokens.encodingOf(defaultModel()).encoding;
  const workspace = owned.own(
    new Workspace({
      project: real,
      workspaces: () => [...new Set(agents.list().map((agent) => agent.workspace))],
      overlay: () => overlayOf(userSettings.get().overlays, folder, real),
      store,
      counter: tokens,
      encoding,
      ports,
      emit: (event) => {
        around.emit(event);
        // The default agent may have another model now.
        if (event.event === "workspace.changed" && event.changes.some(({ path }) => path === agentsFileName))
          recount.start();
      },
      onWarnings: () => void tellWarnings(),
    }),
  );
  const warnings = async () => [
    ...settings.warnings(),
    ...around.tokens.tokenizerWarnings(),
    ...agents.warnings(),
    ...(await workspace.warnings()),
  ];
  const tellWarnings = async () => around.emit({ event: "project.warnings", warnings: await warnings() });
  const recount = owned.own(
    createRecount({ source: workspace.counts, encoding, emit: around.emit, log: ports.log }),
  );
  workspace.start();
  const history = owned.own(
    new History({
      project: real,
      clock: ports.clock,
      discard: (path) => workspace.remove("", path),
      onCommit: (agent, commit) => around.emit({ event: "history.changed", agent, commit }),
    }),
  );
  await beginHistories(history, agents, ports.log);
  const projectName = () => settings.get().name ?? basename(folder);
  const profiles = openProfileFiles(folder, validateProfile);
  const runs = new RunStore(store.db, () => settings.get().runsMaxBytes);
  const sessions = new Sessions({
    project: folder,
    agents: () => agents.list(),
    search: new SessionSearch(store),
    clock: ports.clock,
    ids: ports.ids,
    onChange: (session) => around.emit({ event: "sessions.changed", session }),
    redacts: () => userSettings.get().redactSecrets,
  });
  const calibrations = openCalibrations(store, ports.clock);
  const prefillSpeeds = openPrefillSpeeds(store, ports.clock);
  const windows = new ServedWindows(around.providers, () => ports.clock.now().getTime());
  const today = () => dateIn(settings.get().timeZone, ports.clock.now());
  const { embedders, emit } = around;
  const memory = owned.own(
    openMemory({
      store,
      ports,
      workspace,
      sessions,
      agents,
      settings,
      embedders,
      today,
      emit,
      user: () => userSettings.get().user,
      isInTurn: (session): boolean => talk.chat.isRunning(session) || memoryLife.reader.isBehind(session),
    }),
  );
  const memoryLife: MemoryLife = owned.own(
    openMemoryLife({
      folder: real,
      memory,
      tokens,
      runs,
      ports,
      store,
      workspace,
      history,
      agents,
      sessions,
      providers: around.providers,
      windows,
      settings,
      userSettings,
      saveBackups: () => backup.save(),
      emit: around.emit,
    }),
  );
  const tools = createToolRegistry(memoryLife.tools);
  const rooms = {
    folder,
    projectName,
    ports,
    tokens,
    runs,
    workspace,
    agents,
    profiles,
    settings,
    userSettings,
    sessions,
    tools,
    windows,
    memory,
  };
  const context = openContext(rooms);
  const talk: Talk = owned.own(
    openTalk({
      ...rooms,
      context,
      memoryLife,
      calibrations,
      prefillSpeeds,
      providers: around.providers,
      emit: around.emit,
    }),
  );
  return {
    folder,
    get name() {
      return projectName();
    },
    store,
    tokens,
    calibrations,
    prefillSpeeds,
    defaultModel,
    recount,
    settings,
    agents,
    recovered: store.recovered && { setAside: relative(folder, store.recovered.setAside) },
    workspace,
    history,
    sessions,
    warnings,
    profiles,
    runs,
    context,
    tools,
    memory,
    today,
    memoryLife,
    talk,
    close: () => owned.close(),
  };
};

/** Chosen by the person for this folder, under the name they opened it by or its real one. */
const overlayOf = (overlays: UserSettings["overlays"], folder: string, real: string): string | null => {
  const overlay = overlays[folder] ?? overlays[real];
  return overlay !== undefined && isAbsolute(overlay) ? overlay : null;
};
