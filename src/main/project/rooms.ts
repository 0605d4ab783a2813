import type { Events } from "#shared/contract/index.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import type { Subagents } from "../agents/subagents.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import type { Bus } from "../base/bus.ts";
import type { Disposables } from "../base/disposables.ts";
import type { ChangeLog } from "../changes/change-log.ts";
import type { Changes } from "../changes/changes.ts";
import type { Approvals } from "../chat/approvals.ts";
import type { Chat } from "../chat/chat.ts";
import type { Attachments } from "../chat/attachments.ts";
import type { WaitingPictures } from "../chat/waiting-pictures.ts";
import type { MessageQueues } from "../chat/message-queues.ts";
import type { Compactor } from "../chat/compactor.ts";
import type { Budget } from "../context/budget/budget.ts";
import type { Context } from "../context/context.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import type { RunStore } from "../context/runs/run-store.ts";
import type { Embedders } from "../embeddings/open-embedders.ts";
import type { History } from "../history/history.ts";
import type { Consolidator } from "../memory/dream/consolidator.ts";
import type { Dreams } from "../memory/dream/dreams.ts";
import type { Upkeep } from "../memory/dream/upkeep.ts";
import type { Forgetter } from "../memory/forget/forgetter.ts";
import type { ConversationReader } from "../memory/learn/conversation-reader.ts";
import type { Learner } from "../memory/learn/learner.ts";
import type { ProjectMemory } from "../memory/project-memory.ts";
import type { MemoryTables } from "../memory/tables/memory-tables.ts";
import type { McpServers } from "../mcp/client/mcp-servers.ts";
import type { CorePaths, Ports } from "../ports/ports.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { LocalModels } from "../providers/local/open-local-models.ts";
import type { CallLog } from "../providers/call-log.ts";
import type { ServedWindows } from "../providers/served-windows.ts";
import type { SessionsInTurn } from "../sessions/sessions-in-turn.ts";
import type { Imports } from "../importers/imports.ts";
import type { Xray } from "../readers/xray.ts";
import type { Influence } from "../influence/influence.ts";
import type { WindowMeasurer } from "../trials/window/measure-window.ts";
import type { Trials } from "../trials/trials.ts";
import type { Sharing } from "../sharing/sharing.ts";
import type { TeamSharing } from "../sharing/team/team-sharing.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { ProfileFiles } from "../settings/profile-files.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { Skills } from "../skills/skills.ts";
import type { Store } from "../store/open-store.ts";
import type { TableBackup } from "../store/table-backup.ts";
import type { TeamActions } from "../team/team-actions.ts";
import type { TeamDesk } from "../team/team-desk.ts";
import type { ProjectTeamFiles } from "../team/files/project-team-files.ts";
import type { TeamRecall } from "../team/recall/team-recall.ts";
import type { Teams } from "../team/teams.ts";
import type { Calibrations } from "../tokens/calibrations.ts";
import type { PrefillSpeeds } from "../tokens/prefill-speeds.ts";
import type { Recount } from "../tokens/recount.ts";
import type { TokenCounter, TokenizerRegistry } from "../tokens/token-counter.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { ToolContextOf } from "../tools/tool.ts";
import type { FolderLook } from "../workspace/recognise-folder.ts";
import type { OriginLedger } from "../workspace/origin-ledger.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Watch } from "../watch/watch.ts";
import type { FolderAccess } from "./folder-access.ts";
import type { OpenFolderKind } from "./folder-kind.ts";
import type { ProjectAccess } from "./own-project.ts";
import type { PersonPlace } from "./person-place.ts";
import type { ProjectWarnings } from "./project-warnings.ts";

/** What a project gets from the core; the process has one of each. */
export type Surroundings = {
  readonly ports: Ports;
  readonly paths: CorePaths;
  readonly userSettings: SettingsFile<UserSettings>;
  /** Its workers are shared. Within a project, `Rooms.tokens` remembers counts. */
  readonly tokens: TokenCounter & TokenizerRegistry;
  readonly providers: Providers;
  /** Models in files; one of them may be loaded. */
  readonly localModels: LocalModels;
  /** The user's MCP servers. */
  readonly mcp: McpServers;
  /** The user's team spaces. */
  readonly teams: Teams;
  readonly teamActions: TeamActions;
  readonly teamDesk: TeamDesk;
  /** Shared, because a loaded model takes much memory. */
  readonly embedders: Embedders;
  readonly events: Bus<Events>;
};

/** What every layer of a project may use. */
export type Ground = Omit<Surroundings, "tokens"> & {
  /** As the user named it. */
  readonly folder: string;
  /** The same folder with links followed. */
  readonly real: string;
  /** What was in the folder before it was opened. */
  readonly look: FolderLook;
  /** Where the things of the current user are stored. */
  readonly person: PersonPlace;
  /** How the project is open: owned, or for reading only. */
  readonly access: ProjectAccess;
  /** Whether the user trusts what is in the folder. */
  readonly folderAccess: FolderAccess;
  /** Closes what the layers opened, in reverse order. */
  readonly owned: Disposables;
  /** The project's own bus; the core receives its events, too. */
  readonly events: Bus<Events>;
  /** The core's bus: what belongs to the user and not to a project is reported there. */
  readonly surroundingEvents: Bus<Events>;
  readonly processTokens: Surroundings["tokens"];
  readonly warnings: ProjectWarnings;
};

/**
 * The rooms of an open project, one of everything, grouped by the layer that opens them. A layer gets only what
 * layers before it opened (see open-project.ts), so no room can refer to one that does not exist yet.
 */
export type Rooms = Ground &
  StoreRooms &
  DeclaredRooms &
  FileRooms &
  SessionRooms &
  MemoryRooms &
  TeamRooms &
  TalkRooms &
  ImportRooms &
  SharingRooms &
  InfluenceRooms &
  TrialsRooms &
  WatchRooms;

export type StoreRooms = {
  readonly store: Store;
  readonly backup: TableBackup;
  /** Set when the index was damaged: the project-relative path where the old one was put. */
  readonly recovered: { readonly setAside: string } | null;
  /** The process's counter, with this project's counts remembered. */
  readonly tokens: TokenCounter;
  readonly calibrations: Calibrations;
  readonly prefillSpeeds: PrefillSpeeds;
};

/** What the files of the project declare. */
export type DeclaredRooms = {
  readonly folderKind: OpenFolderKind;
  readonly settings: SettingsFile<ProjectSettings>;
  readonly agents: AgentsFile;
  readonly subagents: Subagents;
  /** Records every write before it happens. */
  readonly changeLog: ChangeLog;
  /** The project's own profiles. */
  readonly profiles: ProfileFiles<ProfileData>;
  readonly projectName: () => string;
  /** The model that counts are for when none is named: the one in the settings, otherwise the default agent's. */
  readonly defaultModel: () => string | null;
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly today: () => string;
};

export type FileRooms = {
  readonly workspace: Workspace;
  /** The origins of lines in plain files. */
  readonly origins: OriginLedger;
  readonly changes: Changes;
  /** Counts files again in the default model's encoding. */
  readonly recount: Recount;
  readonly history: History;
};

export type SessionRooms = {
  readonly sessions: Sessions;
  readonly inTurn: SessionsInTurn;
  readonly runs: RunStore;
  readonly calls: CallLog;
  readonly windows: ServedWindows;
};

export type MemoryRooms = {
  readonly tables: MemoryTables;
  /** Read and kept up to date from its first `ready()` on. */
  readonly memory: ProjectMemory;
  readonly memoryLife: MemoryLife;
};

/** How memories are made and removed. */
export type MemoryLife = {
  readonly learner: Learner;
  readonly reader: ConversationReader;
  readonly dreams: Dreams;
  readonly forgetter: Forgetter;
  readonly consolidator: Consolidator;
  readonly upkeep: Upkeep;
};

export type TeamRooms = {
  /** The part of the team space in what is recalled. */
  readonly teamRecall: TeamRecall;
  /** The team's files, below the workspaces. */
  readonly teamFiles: ProjectTeamFiles;
};

export type TalkRooms = {
  readonly skills: Skills;
  readonly tools: ToolRegistry;
  readonly context: Context;
  readonly budget: Budget;
  /** What other programs would read of the folder. The folder is walked at the first request. */
  readonly xray: Xray;
  readonly talk: Talk;
};

export type ImportRooms = {
  /** Moving in from other programs. */
  readonly imports: Imports;
};

export type SharingRooms = {
  /** What other programs read of the project, and what they propose. */
  readonly sharing: Sharing;
  /** Between the project and the team spaces of the user. */
  readonly teamSharing: TeamSharing;
};

export type InfluenceRooms = {
  /** What mattered for answers. */
  readonly influence: Influence;
};

export type TrialsRooms = {
  /** Question sets, and trials that ask them. */
  readonly trials: Trials;
  /** How much of their windows models read well. */
  readonly readingWindows: WindowMeasurer;
};

export type WatchRooms = {
  /** What other programs send to their own servers, when the user asks for it. */
  readonly watch: Watch;
};

/** Everything a conversation needs, connected. */
export type Talk = {
  readonly chat: Chat;
  readonly queues: MessageQueues;
  readonly attachments: Attachments;
  readonly waiting: WaitingPictures;
  readonly compactor: Compactor;
  readonly approvals: Approvals;
  readonly toolContext: ToolContextOf;
};
