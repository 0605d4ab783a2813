import { contract, createDispatcher, type Dispatch, type Events, Failure } from "#shared/contract/index.ts";
import type { UserSettings } from "#shared/contract/settings.ts";
import { clearLitter } from "./base/clear-litter.ts";
import { KeptFiles } from "./base/kept-files.ts";
import { Bus } from "./base/bus.ts";
import type { Embedder } from "./embeddings/embedder.ts";
import { openEmbedders } from "./embeddings/open-embedders.ts";
import type { HandlerContext } from "./handlers/handler-context.ts";
import { createHandlers } from "./handlers/index.ts";
import { FolderAccess } from "./project/folder-access.ts";
import { onlyReads } from "./project/project-reads.ts";
import { sampleForServer } from "./project/sample-for-server.ts";
import { openProject, type OpenProject } from "./project/open-project.ts";
import { McpServers } from "./mcp/client/mcp-servers.ts";
import type { CorePaths, Ports } from "./ports/ports.ts";
import { type LocalModels, openLocalModels } from "./providers/local/open-local-models.ts";
import { NetworkSettings } from "./providers/network-settings.ts";
import { openProviders } from "./providers/open-providers.ts";
import { createRequestLog, type RequestLog } from "./providers/request-log.ts";
import { openUserSettings } from "./settings/open-settings.ts";
import type { SettingsFile } from "./settings/settings-file.ts";
import { ranksFolder } from "./tokens/load-ranks.ts";
import { createTokenCounter, type TokenizerRegistry } from "./tokens/token-counter.ts";
import { TeamDesk } from "./team/team-desk.ts";
import { TeamActions } from "./team/team-actions.ts";
import { Teams } from "./team/teams.ts";
import { diskFailure } from "./workspace/fs-failure.ts";

/** The whole product without a face: methods in, events out. Hosts differ only in how they carry both. */
export type Core = {
  readonly dispatch: Dispatch;
  /** Subscribes to all events; returns an unsubscribe function. */
  on(listener: (event: Events) => void): () => void;
  /** Names the ownership of the open project; null when there is none or it is only read. */
  ownership(): string | null;
  close(): Promise<void>;
};

export type CoreOptions = {
  /** Parse what handlers return, too. For tests. */
  readonly checkOutput?: boolean;
};

/** No write takes that long; what is older was left by a process that was killed. */
const LITTER_MS = 60_000;

export const createCore = (ports: Ports, paths: CorePaths, options: CoreOptions = {}): Core => {
  const { startChild } = ports;
  const events = new Bus<Events>({
    onError: (error, { event }) => ports.log.error("A listener of an event failed.", error, { event }),
  });
  let models: LocalModels | null = null;
  const tokens = createTokenCounter({
    ranks: ranksFolder(paths.resources),
    modelFiles: () => models?.tokens ?? null,
  });
  let current: OpenProject | null = null;

  const closeProject = async () => {
    const closing = current;
    if (!closing) return;
    current = null;
    await closing.close();
    events.publish({ event: "project.closed", folder: closing.folder });
  };

  void clearUserLitter(paths.userData).catch(() => {});
  const userSettings = openUserSettings(paths.userData, ports);
  const network = new NetworkSettings();
  applySettings(userSettings, tokens, network, ports);
  const requests = createRequestLog(ports.clock, () => userSettings.get().network.patienceMinutes * 60_000);
  const localModels = openLocalModels({
    settings: userSettings,
    userData: paths.userData,
    startChild,
    pickFile: ports.pickModelFile,
    onChange: (files) => {
      events.publish({ event: "modelFiles.changed", files: [...files] });
      void providers
        .list()
        .then((list) => events.publish({ event: "providers.changed", providers: [...list] }));
    },
    onEngine: (state) => events.publish({ event: "modelFiles.engine", ...state }),
    log: ports.log,
  });
  models = localModels;
  const providers = openProviders({
    settings: userSettings,
    localModels,
    vault: ports.vault,
    log: requests,
    resources: paths.resources,
    userData: paths.userData,
    clock: ports.clock,
    onChange: (list) => events.publish({ event: "providers.changed", providers: [...list] }),
  });

  const mcp = openMcpServers(userSettings, ports, requests, events, () => current);
  const embedders = openEmbedders({
    resources: paths.resources,
    startChild,
    settings: userSettings,
    providers,
  });

  const context: HandlerContext = {
    ports,
    paths,
    userSettings,
    network,
    providers,
    localModels,
    mcp,
    requests,
    tokens,
    embedders,
    ...openTeams(userSettings, ports, paths, events, embedders.bundled),
    events,
    currentProject: () => current,
    project: () => {
      if (current) return current;
      throw new Failure("no-project", "No project is open. Open a folder first.");
    },
    open: async (folder, as, isTrusted) => {
      // Files are counted in the encoding of the default model, which may be in a file.
      await localModels.ready;
      const opened = await openProject(folder, context, as, new FolderAccess(isTrusted));
      await closeProject();
      current = opened;
      void opened.memory.ready();
      mcp.rootChanged(ports.host !== "cli");
      events.publish({ event: "project.opened", folder });
      return opened;
    },
    closeProject,
  };

  const dispatch = createDispatcher(contract, createHandlers(context), {
    checkOutput: options.checkOutput ?? false,
    failureOf: diskFailure,
    onBug: (method, error) => ports.log.error("A method failed unexpectedly.", error, { method }),
  });

  /** Writing needs the ownership of the open project, whatever the method. */
  const guarded: Dispatch = async (method, input, signal) => {
    const refusal = onlyReads(method, input) ? null : await current?.access.refusal();
    if (refusal) return { ok: false, error: refusal.toValue() };
    const reply = await dispatch(method, input, signal);
    if (reply.ok || !MISSED.test(reply.error.code)) return reply;
    // Things are not found while the folder itself is away, which it may be since the middle of the work.
    const gone = await current?.access.refusal();
    return gone?.code === "folder-not-found" ? { ok: false, error: gone.toValue() } : reply;
  };

  return {
    dispatch: guarded,
    ownership: () => current?.access.nonce ?? null,
    on: (listener) => events.onAny(listener),
    close: async () => {
      await closeProject();
      await Promise.all([mcp.close(), localModels.close(), context.teams.close()]);
      await embedders.close();
      await tokens.close();
    },
  };
};

const MISSED = /(^internal|not-found|^workspace-missing)$/;

const applySettings = (
  settings: SettingsFile<UserSettings>,
  tokens: TokenizerRegistry,
  network: NetworkSettings,
  { log }: Ports,
): void => {
  try {
    void tokens.useTokenizers(settings.get().tokenizers);
    network.apply(settings.get());
  } catch (error) {
    log.error("The person's settings could not be applied.", error);
  }
};

/** Keys and settings of the user: other processes may be writing theirs at this moment. */
const clearUserLitter = async (userData: string): Promise<void> => {
  // Without a data folder yet, or one that cannot be read, there is nothing to clear.
  await clearLitter(new KeptFiles(userData), "", Date.now() - LITTER_MS).catch(() => 0);
};

/** A command of the terminal is over soon, so it starts servers only for a turn. */
const openMcpServers = (
  settings: SettingsFile<UserSettings>,
  { vault, clock, ids, version, host }: Ports,
  requests: RequestLog,
  events: Bus<Events>,
  current: () => OpenProject | null,
): McpServers =>
  new McpServers({
    settings,
    vault,
    requests,
    clock,
    ids,
    version,
    // Nobody watches a command of the terminal.
    sample: host === "cli" ? null : sampleForServer(current),
    onAsked: (questions) => events.publish({ event: "mcp.asked", questions: [...questions] }),
    root: () => (current()?.folderAccess.isTrusted() === true ? (current()?.folder ?? null) : null),
    onChange: (id) => events.publish({ event: "mcp.changed", id }),
  });

const openTeams = (
  settings: SettingsFile<UserSettings>,
  { vault, clock, ids }: Ports,
  { userData }: CorePaths,
  events: Bus<Events>,
  embedder: Embedder,
): Pick<HandlerContext, "teams" | "teamActions" | "teamDesk"> => {
  const teams = new Teams({
    settings,
    vault,
    userData,
    clock,
    ids,
    onChange: (space) => events.publish({ event: "team.changed", space }),
  });
  return { teams, teamActions: new TeamActions({ embedder, ids }), teamDesk: new TeamDesk(teams) };
};
