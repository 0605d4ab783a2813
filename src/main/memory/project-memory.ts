import type { Agent } from "#shared/contract/agents.ts";
import type { Events } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { ProjectSettings } from "#shared/contract/settings.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Bus } from "../base/bus.ts";
import type { Clock } from "../base/clock.ts";
import type { Log } from "../base/log.ts";
import type { Embedders } from "../embeddings/open-embedders.ts";
import type { SessionsInTurn } from "../sessions/sessions-in-turn.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Store } from "../store/open-store.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ProjectSources } from "./index/project-sources.ts";
import { Memory, type MemoryAnswer, type MemoryQuery } from "./memory.ts";
import { sourceWithLine } from "./recall/known-memory.ts";
import type { MemoryHit } from "./recall/memory-hit.ts";
import type { RecallHit } from "./recall/recall.ts";
import { sessionSource } from "./recall/recall-lists.ts";
import { fusions } from "./recall/recall-settings.ts";
import type { StoredMemory } from "./tables/memory-store.ts";
import type { MemoryTables } from "./tables/memory-tables.ts";
import type { Tier } from "./tiers.ts";

export type ProjectMemoryPorts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Bus<Events>;
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly inTurn: SessionsInTurn;
  readonly sources: ProjectSources;
  readonly tables: MemoryTables;
  readonly embedders: Embedders;
  readonly settings: () => ProjectSettings["memory"];
  /** `YYYY-MM-DD` in the project's time zone. */
  readonly today: () => string;
};

export type RecallOptions = {
  /** Hits of a real turn are recorded; those of a preview are not. */
  readonly isTurn: boolean;
  /** The session whose messages are in the prompt already. */
  readonly session?: string;
};

/** The most that any profile shows. */
const MAX_HITS = 20;

/** The memory of an open project, kept up to date with its files and sessions from the first `ready()` on. */
export class ProjectMemory {
  readonly #ports: ProjectMemoryPorts;
  readonly #memory: Memory;
  /** Reported changes to files that are not indexed yet. */
  readonly #arriving = new Set<Promise<void>>();
  #changes = 0;
  #first: Promise<void> | null = null;
  /** The same, and the files that are counted only after the project is usable. */
  #all: Promise<void> = Promise.resolve();
  /** Files are being counted; which of them are to be read is unknown until they are listed. */
  #isCounting = true;
  #filesBefore = 0;
  #unsubscribe: readonly (() => void)[] = [];

  constructor(ports: ProjectMemoryPorts) {
    const { store, clock, log, today, sources, embedders, events } = ports;
    this.#ports = ports;
    this.#memory = new Memory({
      store,
      clock,
      log,
      today,
      sources: () => sources.all(),
      courtesy: ports.workspace.courtesy,
      embedder: () => embedders.chosen(),
      embedderFor: (model) => embedders.of(model),
      settings: () => recallSettings(ports.settings()),
      onChange: () => {
        this.#changes += 1;
        events.publish({ event: "memory.changed", what: "memories" });
      },
      onProgress: (progress) => events.publish({ event: "memory.progress", ...progress }),
    });
  }

  get memories() {
    return this.#memory.memories;
  }

  get signals() {
    return this.#memory.signals;
  }

  /** Everything that existed when the project was opened is indexed, though not all of it embedded. */
  ready(): Promise<void> {
    if (this.#first) return this.#first;
    const { files } = this.#ports.workspace;
    this.#listen();
    this.#filesBefore = this.#memory.memories.countFiles();
    this.#first = this.#indexAfter(files.ready());
    this.#all = this.#first.then(() => this.#indexAll());
    return this.#first;
  }

  async settled(): Promise<void> {
    await this.ready();
    await this.#all;
    await this.#memory.settled();
  }

  /** How many files can be recalled by now, of those there are. */
  readiness(): { readonly done: number; readonly total: number } {
    const files = this.#memory.memories.countFiles();
    const scan = this.#ports.workspace.scanState();
    if (this.#isCounting)
      return { done: files, total: Math.max(files, this.#filesBefore + Math.max(scan.fresh, scan.found)) };
    const { all, fresh } = this.#memory.indexer.left;
    const total = files + fresh + scan.leftFresh;
    return { done: Math.max(0, total - all - scan.left), total };
  }

  search(query: MemoryQuery, signal?: Signal): Promise<MemoryAnswer> {
    return this.#memory.search(query, signal);
  }

  state(): ReturnType<Memory["state"]> {
    return this.#memory.state();
  }

  nearlyEmbedded(): Promise<void> {
    return this.#memory.nearlyEmbedded();
  }

  pauseEmbedding(paused: boolean): void {
    this.#memory.pauseEmbedding(paused);
  }

  holdEmbedding(): () => void {
    return this.#memory.holdEmbedding();
  }

  /** False when nothing was being indexed. */
  cancelIndexing(): boolean {
    return this.#memory.indexer.cancel();
  }

  embedderChanged(): void {
    this.#memory.embedderChanged();
  }

  /** Settles when the index contains the current text of every source. */
  readAgain(): Promise<void> {
    return this.#memory.start();
  }

  /** The same in the background; a failure is logged. */
  readAgainSoon(): void {
    void this.#indexAfter(Promise.resolve());
  }

  /** Settles when the file's current text can be found. */
  async fileChanged(path: string): Promise<void> {
    const { indexer } = this.#memory;
    try {
      const source = await this.#ports.sources.file(path);
      await (source ? indexer.sync(source) : indexer.forget(path));
    } catch (error) {
      this.#ports.log.error("A changed file could not be indexed as memory.", error, { path });
    }
  }

  /** The same for a session's messages. */
  async sessionChanged(session: string): Promise<void> {
    await this.#syncSession(await this.#ports.sessions.info(session));
  }

  /** The same for the profile, the graph and procedures. */
  async tablesChanged(): Promise<void> {
    for (const source of this.#ports.sources.tables()) await this.#memory.indexer.sync(source);
  }

  /** Pinning a relation counts as praise, which strengthens it. */
  pin(id: string, pinned: boolean): StoredMemory {
    const { memories } = this.#memory;
    const { tables, clock, events } = this.#ports;
    const found = memories.require(id);
    const isPraise = pinned && !found.pinned && found.tier === "graph" && found.item !== null;
    if (isPraise) tables.graph.strengthen([found.item], "praised", clock.now());
    memories.pin(id, pinned);
    events.publish({ event: "memory.changed", what: "pins" });
    return memories.require(id);
  }

  /** For a prompt. */
  async recall(
    message: string,
    agent: Agent,
    { isTurn, session }: RecallOptions,
    signal?: Signal,
  ): Promise<readonly MemoryHit[]> {
    if (!agent.memory.enabled) return [];
    this.#memory.warm();
    await this.caughtUp();
    const { id, workspace } = agent;
    const { hits } = await this.#memory.search(
      { query: message, workspace, agent: id, limit: MAX_HITS, forContext: true, notSession: session },
      signal,
    );
    if (isTurn) this.#recordUse(message, agent, hits);
    return hits.map(promptHit);
  }

  /** Changes with everything that may change what is recalled. */
  recallState(): string {
    return JSON.stringify([this.#changes, this.#ports.settings()]);
  }

  close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    return this.#memory.close();
  }

  /** Everything that is counted by then, also when counting was stopped. */
  async #indexAll(): Promise<void> {
    const listed = () => {
      this.#isCounting = false;
    };
    await this.#indexAfter(this.#ports.workspace.files.complete(), listed);
    listed();
  }

  async #indexAfter(files: Promise<void>, onListed?: () => void): Promise<void> {
    try {
      await files;
      await this.#memory.start(onListed);
    } catch (error) {
      this.#failed(error);
    }
  }

  #listen(): void {
    const { events, sources, inTurn } = this.#ports;
    this.#unsubscribe = [
      events.on("workspace.changed", ({ changes }) => {
        for (const { path, from } of changes) {
          if (from !== undefined && sources.tierOf(from)) this.#forgets(from);
          if (sources.tierOf(path)) this.#arrives(this.fileChanged(path));
        }
      }),
      events.on("workspace.indexing", ({ finished }) => {
        // What was left when counting was stopped is counted now, and no change tells of it.
        if (finished && !this.#isCounting) this.#all = this.#indexAll();
      }),
      events.on("sessions.changed", ({ session }) => {
        if (!inTurn.has(session.id)) void this.#syncSession(session).catch(this.#failed);
      }),
      events.on("sessions.removed", ({ session }) => this.#forgets(sessionSource(session))),
    ];
  }

  readonly #failed = (error: unknown): void => {
    this.#ports.log.error("Memory could not be indexed.", error);
  };

  #forgets(source: string): void {
    void this.#memory.indexer.forget(source).catch(this.#failed);
  }

  async #syncSession(session: SessionInfo): Promise<void> {
    const source = this.#ports.sources.session(session, false);
    if (source) await this.#memory.indexer.sync(source);
  }

  /** A prompt requested after a save contains what was saved. */
  #arrives(change: Promise<void>): void {
    this.#changes += 1;
    this.#arriving.add(change);
    void change.then(() => this.#arriving.delete(change));
  }

  /** Settles when everything can be found, or when that will take a while. */
  async caughtUp(): Promise<void> {
    const all = this.ready()
      .then(() => Promise.all(this.#arriving))
      .then(() => this.#all);
    const { workspace } = this.#ports;
    await workspace.patience.wait("memory", all, () => {
      const { found, isListed } = workspace.scanState();
      if (this.#isCounting && !isListed) return { count: found, isListed };
      const { done, total } = this.readiness();
      return { count: total - done, isListed: true };
    });
  }

  /** Signals for dreams; relations and procedures are strengthened by use. */
  #recordUse(message: string, agent: Agent, hits: readonly RecallHit[]): void {
    const { tables, clock } = this.#ports;
    const at = clock.now();
    const used = (tier: Tier) =>
      hits.flatMap((hit) => (hit.tier === tier && hit.item !== null ? [hit.item] : []));
    const ids = hits.map(({ id }) => id);
    this.#memory.signals.record(agent.id, message, ids, at);
    tables.graph.strengthen(used("graph"), "accessed", at);
    tables.procedures.use(used("procedural"), at);
    if (used("graph").length + used("procedural").length > 0) void this.tablesChanged();
  }
}

const recallSettings = ({ fusion, k, weights, preset }: ProjectSettings["memory"]) => {
  const base = fusions[fusion];
  return { fusion: { ...base, k: k ?? base.k, weights: { ...base.weights, ...weights } }, preset };
};

const promptHit = ({ id, tier, source, line, date, text, origin }: RecallHit): MemoryHit => ({
  id,
  tier,
  source: sourceWithLine(source, line),
  date: date.slice(0, 10),
  text,
  origin,
});
