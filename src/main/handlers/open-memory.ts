import { setTimeout as delay } from "node:timers/promises";
import type { Agent } from "#shared/contract/agents.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { ProjectSettings, UserSettings } from "#shared/contract/settings.ts";
import type { Signal } from "#shared/contract/signal.ts";
import { scopeOf } from "../context/scope.ts";
import type { MemoryHit } from "../context/types.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import { fileSource, fileTier, type MemorySource, sessionAsSource } from "../memory/memory-sources.ts";
import { Graph } from "../memory/graph.ts";
import type { StoredMemory } from "../memory/memory-store.ts";
import { Procedures } from "../memory/procedures.ts";
import { ProfileStore } from "../memory/profile-store.ts";
import { tableSources } from "../memory/table-sources.ts";
import { Memory } from "../memory/memory.ts";
import type { Tier } from "../memory/tiers.ts";
import type { RecallHit } from "../memory/recall.ts";
import { fusions } from "../memory/recall-settings.ts";
import { sessionSource } from "../memory/recall-lists.ts";
import type { Ports } from "../ports/ports.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { AgentsFile } from "../settings/agents-file.ts";
import type { SettingsFile } from "../settings/settings-file.ts";
import type { Store } from "../store/open-store.ts";
import type { Workspace } from "../workspace/workspace.ts";

export type MemoryRooms = {
  readonly store: Store;
  readonly ports: Ports;
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly agents: AgentsFile;
  readonly settings: SettingsFile<ProjectSettings>;
  readonly embedders: Embedders;
  readonly today: () => string;
  /** A turn of the session is under way or still to be read: its messages are stored when it was. */
  readonly isInTurn: (session: string) => boolean;
  /** Whose profile it is, and who speaks beside the agent. */
  readonly user: () => UserSettings["user"];
  readonly emit: (event: Events) => void;
};

/** The chosen way to embed, and those of before as far as they can be had. */
export type Embedders = { chosen(): Embedder; of(model: string): Embedder | null };

/** The memory of an open project, fed by its files and sessions. */
export type OpenMemory = Pick<
  Memory,
  "memories" | "vectors" | "signals" | "indexer" | "search" | "state" | "pauseEmbedding" | "nearlyEmbedded"
> & {
  /** Everything that was there when the project was opened is indexed, though not all of it embedded. */
  ready(): Promise<void>;
  settled(): Promise<void>;
  /** Hears what the rest of the core tells everybody. */
  heard(event: Events): void;
  /** The same for the profile, the graph and procedures. */
  tablesChanged(): Promise<void>;
  /** Settles when what the file says now can be found. */
  fileChanged(path: string): Promise<void>;
  /** The same for what was said in a session. */
  sessionChanged(session: string): Promise<void>;
  /** Settles when every source says in the index what it says now. */
  readAgain(): Promise<void>;
  /** Pinning a link is praise, which makes it stronger. */
  pin(id: string, pinned: boolean): StoredMemory;
  embedderChanged(): void;
  /** For a prompt. `session`: whose messages are in it already; hits of a real turn are recorded. */
  recall(
    message: string,
    agent: Agent,
    options: RecallOptions,
    signal?: Signal,
  ): Promise<readonly MemoryHit[]>;
  /** Another text after everything that may change what is recalled. */
  recallState(): string;
  close(): Promise<void>;
};

export type RecallOptions = { readonly isTurn: boolean; readonly session?: string };

/** A prompt waits this long for what is being indexed, then takes what is there. In milliseconds. */
const LONGEST_WAIT = 5_000;
/** As many as any profile shows. */
const MOST_HITS = 20;

export const openMemory = (rooms: MemoryRooms): OpenMemory => {
  const { store, ports, emit, today, embedders, settings } = rooms;
  let changes = 0;
  /** Changes of files that were heard of and cannot be found yet. */
  const arriving = new Set<Promise<void>>();
  const memory = new Memory({
    store,
    clock: ports.clock,
    log: ports.log,
    today,
    sources: () => allSources(rooms),
    embedder: () => embedders.chosen(),
    embedderFor: (model) => embedders.of(model),
    settings: () => {
      const { fusion, k, weights, preset } = settings.get().memory;
      const base = fusions[fusion];
      return { fusion: { k: k ?? base.k, weights: { ...base.weights, ...weights } }, preset };
    },
    onChange: () => {
      changes += 1;
      emit({ event: "memory.changed", what: "memories" });
    },
    onProgress: (progress) => emit({ event: "memory.progress", ...progress }),
  });
  let first: Promise<void> | null = null;
  const ready = () => (first ??= begin());
  const begin = async () => {
    try {
      await rooms.workspace.files.ready();
      await memory.start();
    } catch (error) {
      ports.log.error("Memory could not be indexed.", error);
    }
  };

  const fileChanged = async (path: string) => {
    try {
      const source = await fileSourceAt(rooms, path);
      await (source ? memory.indexer.sync(source) : memory.indexer.forget(path));
    } catch (error) {
      ports.log.error("A changed file could not be indexed as memory.", error, { path });
    }
  };
  const syncSession = async (session: SessionInfo) => {
    const source = sessionOf(rooms, session, false);
    if (source) await memory.indexer.sync(source);
  };
  /** A prompt that is asked for after a save has what was saved. */
  const arrives = (change: Promise<void>) => {
    changes += 1;
    arriving.add(change);
    void change.then(() => arriving.delete(change));
  };
  const caughtUp = async () => {
    await ready();
    await Promise.all(arriving);
  };
  const heard = (event: Events) => {
    if (event.event === "workspace.changed") {
      for (const { path, from } of event.changes) {
        if (from !== undefined && tierAt(rooms, from)) void memory.indexer.forget(from);
        if (tierAt(rooms, path)) arrives(fileChanged(path));
      }
    } else if (event.event === "sessions.changed") {
      if (!rooms.isInTurn(event.session.id)) void syncSession(event.session);
    } else if (event.event === "sessions.removed") void memory.indexer.forget(sessionSource(event.session));
  };

  const tablesChanged = async () => {
    for (const source of tablesOf(rooms)) await memory.indexer.sync(source);
  };
  const graph = new Graph(store, ports.ids);
  const procedures = new Procedures(store, ports.ids);
  /** Signals for dreams; what is linked and what is done in steps gets stronger by use. */
  const recordUse = (message: string, agent: Agent, hits: readonly RecallHit[]) => {
    const at = ports.clock.now();
    const used = (tier: Tier) =>
      hits.flatMap((hit) => (hit.tier === tier && hit.item !== null ? [hit.item] : []));
    memory.signals.record(
      agent.id,
      message,
      hits.map(({ id }) => id),
      at,
    );
    graph.strengthen(used("graph"), "accessed", at);
    procedures.use(used("procedural"), at);
    if (used("graph").length + used("procedural").length > 0) void tablesChanged();
  };

  return {
    memories: memory.memories,
    vectors: memory.vectors,
    signals: memory.signals,
    indexer: memory.indexer,
    search: (query, signal) => memory.search(query, signal),
    state: () => memory.state(),
    nearlyEmbedded: () => memory.nearlyEmbedded(),
    pauseEmbedding: (paused) => memory.pauseEmbedding(paused),
    ready,
    settled: async () => {
      await ready();
      await memory.settled();
    },
    heard,
    tablesChanged,
    fileChanged,
    sessionChanged: async (session) => syncSession(await rooms.sessions.info(session)),
    readAgain: () => memory.start(),
    pin: (id, pinned) => {
      const found = memory.memories.require(id);
      const isPraise = pinned && !found.pinned && found.tier === "graph" && found.item !== null;
      if (isPraise) graph.strengthen([found.item], "praised", ports.clock.now());
      memory.memories.pin(id, pinned);
      return memory.memories.require(id);
    },
    embedderChanged: () => memory.embedderChanged(),
    recall: async (message, agent, { isTurn, session }, signal) => {
      if (!agent.memory.enabled) return [];
      await Promise.race([caughtUp(), delay(LONGEST_WAIT, undefined, { ref: false })]);
      const { hits } = await memory.search(
        {
          query: message,
          workspace: agent.workspace,
          agent: agent.id,
          limit: MOST_HITS,
          forContext: true,
          notSession: session,
        },
        signal,
      );
      if (isTurn) recordUse(message, agent, hits);
      return hits.map(({ id, tier, source, line, date, text }) => ({
        id,
        tier,
        source: line === null ? source : `${source}#${line}`,
        date: date.slice(0, 10),
        text,
      }));
    },
    recallState: () => JSON.stringify([changes, settings.get().memory]),
    close: () => memory.close(),
  };
};

const allSources = async (rooms: MemoryRooms): Promise<readonly MemorySource[]> => {
  const { workspace, sessions } = rooms;
  const files: MemorySource[] = [];
  for (const folder of workspace.roots.workspaces()) {
    const listed = await Promise.all([workspace.list(folder, "memory"), workspace.list(folder, "knowledge")]);
    for (const inner of ["MEMORY.md", ...listed.flat()]) {
      const source = await fileSourceAt(rooms, `${folder}/${inner}`);
      if (source) files.push(source);
    }
  }
  const lists = await Promise.all([sessions.list({ archived: false }), sessions.list({ archived: true })]);
  return [
    ...files,
    ...tablesOf(rooms),
    ...lists.flat().flatMap((session) => sessionOf(rooms, session, rooms.isInTurn(session.id)) ?? []),
  ];
};

const tablesOf = ({ workspace, store, ports, user }: MemoryRooms): readonly MemorySource[] => {
  const tables = {
    graph: new Graph(store, ports.ids),
    procedures: new Procedures(store, ports.ids),
    profile: new ProfileStore(store).get(user().id),
  };
  return workspace.roots.workspaces().flatMap((folder) => tableSources(folder, tables));
};

const tierAt = ({ workspace }: MemoryRooms, path: string) => {
  const inner = workspace.roots.workspaceOf(path)?.inner;
  return inner === undefined ? null : fileTier(inner);
};

/** Null for what holds no memories, is missing, or is no text. */
const fileSourceAt = async (rooms: MemoryRooms, path: string): Promise<MemorySource | null> => {
  const { workspace } = rooms;
  const place = workspace.roots.workspaceOf(path);
  const tier = place && fileTier(place.inner);
  if (!place || !tier) return null;
  // Large files have no row in the index; they are read to know their hash.
  const known = workspace.files.get(path);
  const read = async () => {
    try {
      return await workspace.read("", path);
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  };
  const sha256 = known?.sha ?? (await read())?.hash;
  if (sha256 === undefined) return null;
  const modifiedAt = new Date(known?.modifiedMs ?? rooms.ports.clock.now().getTime());
  return fileSource(
    {
      path,
      name: workspace.files.get(beforeArchive(path)) ? path : beforeArchive(path),
      inner: place.inner,
      workspace: place.folder,
      sha256,
      modifiedAt,
      read: async () => (await read())?.text ?? null,
    },
    tier,
  );
};

/** Where a day stood before it was old enough for the archive. */
const beforeArchive = (path: string) => path.replace(/\/memory\/archive\/([^/]+)$/, "/memory/$1");

/** Null for what was said among others, which is nobody's memory. */
const sessionOf = (
  { sessions, agents, user }: MemoryRooms,
  session: SessionInfo,
  later: boolean,
): MemorySource | null => {
  const agent = agents.list().find(({ id }) => id === session.agent);
  if (!agent || scopeOf(agent.scope, session.kind, undefined) === "shared") return null;
  return sessionAsSource({
    id: session.id,
    agent: agent.id,
    workspace: agent.workspace,
    mark: `${session.updatedAt}:${session.messages}`,
    later,
    read: async () => {
      const { log } = await sessions.load(session.id);
      return (
        log
          .filter((entry) => entry.type === "message")
          .filter(({ role, content }) => role !== "system" && content.trim() !== "")
          // Built-in only quotes what is in the prompt, memories among it.
          .filter(({ provider }) => provider !== "builtin")
          .map(({ id, role, content, timestamp }) => ({
            id,
            text: content,
            at: timestamp,
            speaker: role === "user" ? user().name : agent.displayName,
          }))
      );
    },
  });
};
