import { hash } from "node:crypto";
import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { ImportItem, ImportReport } from "#shared/model/import-plan.ts";
import { IMPORT_SOURCES } from "#shared/model/import-source.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import type { NotedLines } from "../memory/learn/noted-lines.ts";
import type { Graph } from "../memory/tables/graph.ts";
import type { ImportedSession } from "../sessions/imported-session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Author } from "../workspace/recorder.ts";
import { inProject } from "../workspace/roots.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { SECTION_FILES } from "./found.ts";
import type { ImportLedgers, Ledger } from "./import-ledger.ts";
import type { Batch, BatchItem, Chosen, PlannedItem, PlanRead } from "./import-messages.ts";
import { decodeBytes } from "./input/decode-text.ts";
import { headingOf, lineOf, sectionFor } from "./import-sections.ts";
import { safeName } from "./safe-name.ts";
import { readBatchesApart } from "./source-reader.ts";

export type WritePorts = {
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly agents: AgentsFile;
  readonly graph: Graph;
  readonly origins: Pick<NotedLines, "note">;
  readonly ledgers: ImportLedgers;
  /** Rows of the graph changed. */
  readonly tablesChanged: () => Promise<void>;
};

export type ImportRun = {
  readonly run: string;
  readonly at: Date;
  readonly agent: Agent;
  /** The change that its files belong to. */
  readonly change: string;
  readonly chosen: Chosen;
  readonly read: PlanRead;
  /** What was chosen of the plan. */
  readonly items: readonly ImportItem[];
};

type Watch = {
  readonly signal?: Signal | undefined;
  readonly onProgress?: (done: number, total: number) => void;
};

/** Lines of origins that are recorded at once. */
const LINES_AT_ONCE = 50_000;

/** Writes what was chosen. Only adds: nothing that exists is replaced. */
export const writeImport = async (ports: WritePorts, run: ImportRun, watch: Watch): Promise<ImportReport> => {
  const writer = new ImportWriter(ports, run, watch);
  return writer.write();
};

class ImportWriter {
  readonly #ports: WritePorts;
  readonly #run: ImportRun;
  readonly #watch: Watch;
  readonly #ledger: Ledger;
  readonly #changes = new Set<string>();
  readonly #problems: { title: string; reason: string }[] = [];
  readonly #byKey: ReadonlyMap<string, ImportItem>;
  readonly #sessions: Map<string, Ledger["sessions"][number]>;
  #entries = 0;
  #attachments = 0;
  #done = 0;

  constructor(ports: WritePorts, run: ImportRun, watch: Watch) {
    this.#ports = ports;
    this.#run = run;
    this.#watch = watch;
    this.#byKey = new Map(run.items.map((item) => [item.key, item]));
    this.#sessions = new Map(this.#intended().map((session) => [session.id, session]));
    const { source, name, fingerprint } = run.read;
    this.#ledger = {
      version: 1,
      run: run.run,
      at: run.at.toISOString(),
      source,
      name,
      agent: run.agent.id,
      workspace: run.agent.workspace,
      state: "writing",
      fingerprint: fingerprint.map((print) => ({ ...print })),
      sessions: [],
      lines: [],
      sections: [],
      files: [],
      agents: [],
      graph: { keys: [], entities: [], relations: [] },
      changes: [run.change],
    };
  }

  async write(): Promise<ImportReport> {
    const { items, chosen } = this.#run;
    await this.#save();
    const isStreamed = ({ kind }: ImportItem) => kind === "session" || kind === "document";
    const keys = items.filter(isStreamed).map(({ key }) => key);
    const { signal } = this.#watch;
    if (keys.length > 0) await readBatchesApart(chosen, keys, { signal }, (batch) => this.#writeBatch(batch));
    await this.#writeLines();
    for (const item of this.#plannedOf("section")) await this.#try(item.from, () => this.#writeWhole(item));
    for (const item of this.#plannedOf("agent"))
      await this.#try(item.displayName, () => this.#writeAgent(item));
    for (const item of this.#plannedOf("skill")) await this.#try(item.name, () => this.#writeSkill(item));
    for (const item of this.#plannedOf("graph")) await this.#writeGraph(item);
    this.#ledger.state = "done";
    await this.#save();
    return this.#report();
  }

  /** Conversations that will be new, named before they are written. */
  #intended(): Ledger["sessions"] {
    return this.#plannedOf("session").flatMap(({ key, id, title }) =>
      this.#byKey.get(key)?.state === "new"
        ? [{ key, id, title, isNew: true, added: [], written: false }]
        : [],
    );
  }

  #plannedOf<K extends PlannedItem["kind"]>(kind: K): readonly Extract<PlannedItem, { kind: K }>[] {
    return this.#run.read.items.filter(
      (item): item is Extract<PlannedItem, { kind: K }> => item.kind === kind && this.#byKey.has(item.key),
    );
  }

  async #writeBatch({ items }: Batch): Promise<void> {
    const { signal } = this.#watch;
    if (signal?.aborted) throw signal.reason;
    const sessions = items.filter((item) => item.kind === "session");
    await this.#writeSessions(sessions);
    for (const item of items) {
      if (item.kind === "document") await this.#try(item.path, () => this.#writeDocument(item));
    }
    // New conversations are in the ledger from the beginning.
    const isKnown = items.every(({ key }) => this.#byKey.get(key)?.state === "new");
    if (!isKnown || sessions.length < items.length) await this.#save();
    this.#done += items.length;
    this.#watch.onProgress?.(this.#done, this.#run.items.length);
  }

  async #writeSessions(items: readonly Extract<BatchItem, { kind: "session" }>[]): Promise<void> {
    const { sessions } = this.#ports;
    if (items.length === 0) return;
    const taken = await sessions.takeIn(
      this.#run.agent,
      items.map((item) => this.#withFiles(item)),
    );
    for (const [index, { id, isNew, added }] of taken.entries()) {
      const { key = "", session } = items[index] ?? {};
      const before = this.#sessions.get(id);
      this.#entries += added.length;
      const wasNew = before?.isNew === true || isNew;
      const all = wasNew ? [] : [...(before?.added ?? []), ...added];
      if (!wasNew && all.length === 0) continue;
      const title = session?.title ?? "";
      this.#sessions.set(id, { key, id, title, isNew: wasNew, added: all, written: true });
    }
  }

  #withFiles({ session, attachments }: Extract<BatchItem, { kind: "session" }>): ImportedSession {
    const files = attachments.flatMap(({ entry, name, bytes }) => {
      if (bytes) return [{ entry, name: safeName(name, "file"), bytes }];
      this.#problems.push({ title: name, reason: "It is over 20 MB." });
      return [];
    });
    this.#attachments += files.length;
    return { ...session, files };
  }

  async #writeDocument({ key, content }: Extract<BatchItem, { kind: "document" }>): Promise<void> {
    const { workspace } = this.#ports;
    const root = this.#run.agent.workspace;
    const to = this.#byKey.get(key)?.to;
    if (to === undefined) return;
    const sha256 = hash("sha256", content, "hex");
    if (typeof content === "string") {
      await this.#note(content.split("\n"));
      const { path, change } = await workspace.create(root, to, "file", content, this.#author());
      this.#wrote(key, path, sha256, change);
    } else {
      const path = inProject(root, to);
      if (!content.includes(0)) await this.#note(decodeBytes(content).text.split(/\r?\n/));
      const change = await workspace.exact.put({ path, layer: "base" }, content, this.#author());
      this.#wrote(key, path, sha256, change);
    }
  }

  #wrote(key: string, path: string, sha256: string, change: string | null): void {
    this.#ledger.files.push({ key, path, sha256 });
    this.#changed(change);
  }

  /** One section per file and day. The origin of each line is recorded before the line is written. */
  async #writeLines(): Promise<void> {
    const byFile = Map.groupBy(this.#plannedOf("memory"), ({ key }) => this.#byKey.get(key)?.to ?? "");
    for (const [file, lines] of byFile) {
      if (file !== "") await this.#try(file, () => this.#writeSection(file, lines));
    }
  }

  async #writeSection(
    file: string,
    items: readonly Extract<PlannedItem, { kind: "memory" }>[],
  ): Promise<void> {
    const { workspace } = this.#ports;
    const root = this.#run.agent.workspace;
    const before = await workspace.readManaged(root, file);
    const lines = items.map(lineOf);
    await this.#note(lines);
    const section = sectionFor(before, headingOf(this.#run.read.source, this.#run.at), lines);
    const { path, change } = await workspace.append(root, file, section, this.#author());
    for (const [index, { key }] of items.entries())
      this.#ledger.lines.push({ key, path, line: lines[index] ?? "" });
    this.#changed(change);
    await this.#save();
  }

  async #writeWhole({ key, target, text }: Extract<PlannedItem, { kind: "section" }>): Promise<void> {
    const { workspace } = this.#ports;
    // The soul belongs to the whole project.
    const root = target === "soul" ? "" : this.#run.agent.workspace;
    const file = SECTION_FILES[target];
    const before = await workspace.readManaged(root, file);
    await this.#note(text.split(/\r?\n/));
    const section = sectionFor(before, headingOf(this.#run.read.source, this.#run.at), [text.trim()]);
    const { path, change } = await workspace.append(root, file, section, this.#author());
    this.#ledger.sections.push({ key, path });
    this.#changed(change);
    await this.#save();
  }

  async #writeAgent({ key, id, displayName, systemPromptTemplate, profile }: AgentItem): Promise<void> {
    const { agents } = this.#ports;
    const { title, change } = this.#author();
    const values = { displayName, systemPromptTemplate, ...(profile !== undefined && { profile }) };
    this.#changed(await agents.save(id, values, { title, ...(change !== undefined && { change }) }));
    this.#ledger.agents.push({ key, id });
  }

  async #writeSkill({ key, name, text }: Extract<PlannedItem, { kind: "skill" }>): Promise<void> {
    const { workspace } = this.#ports;
    const root = this.#run.agent.workspace;
    await this.#note(text.split("\n"));
    const to = `skills/${name}/SKILL.md`;
    const { path, change } = await workspace.create(root, to, "file", text, this.#author());
    this.#wrote(key, path, hash("sha256", text, "hex"), change);
  }

  async #writeGraph({ key, entities, relations }: Extract<PlannedItem, { kind: "graph" }>): Promise<void> {
    const { graph, tablesChanged } = this.#ports;
    const found = {
      entities: entities.map(({ name, type }) => ({ name, type })),
      relations: relations.map(({ from, relation, to }) => ({ from, type: relation, to, confidence: 0.5 })),
    };
    const added = graph.upsert(this.#run.agent.workspace, found, this.#run.at, "outside");
    this.#ledger.graph.keys.push(key);
    this.#ledger.graph.entities.push(...added.entities);
    this.#ledger.graph.relations.push(...added.relations);
    await tablesChanged();
  }

  /** A thing that cannot be written is reported; the others are written. A bug is a bug. */
  async #try(title: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#problems.push({ title, reason: error.message });
    }
  }

  async #note(lines: readonly string[]): Promise<void> {
    for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
      await this.#ports.origins.note(lines.slice(at, at + LINES_AT_ONCE), "outside", { at: this.#run.at });
  }

  #author(): Author {
    const title = `Imported from ${IMPORT_SOURCES[this.#run.read.source]}`;
    return { actor: "import", title, kind: "create", change: this.#run.change };
  }

  #changed(change: string | null): void {
    if (change !== null) this.#changes.add(change);
  }

  #save(): Promise<void> {
    this.#ledger.sessions = [...this.#sessions.values()];
    this.#ledger.changes = [...new Set([this.#run.change, ...this.#changes])];
    return this.#ports.ledgers.write(this.#ledger);
  }

  #report(): ImportReport {
    const { run, at, read } = this.#run;
    const { sessions, lines, files, agents, graph } = this.#ledger;
    return {
      run,
      source: read.source,
      name: read.name,
      at: at.toISOString(),
      sessions: {
        added: sessions.filter(({ isNew, written }) => isNew && written).length,
        grown: sessions.filter(({ isNew }) => !isNew).length,
        entries: this.#entries,
      },
      lines: lines.length,
      files: files.length,
      agents: agents.length,
      graph: graph.entities.length + graph.relations.length,
      attachments: this.#attachments,
      problems: this.#problems,
      warnings: [...read.warnings],
      skipped: [...read.skipped],
    };
  }
}

type AgentItem = Extract<PlannedItem, { kind: "agent" }>;
