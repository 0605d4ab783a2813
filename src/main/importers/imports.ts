import { hash } from "node:crypto";
import type { Agent } from "#shared/contract/agents.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type {
  ImportCost,
  ImportPlan,
  ImportReport,
  ImportRun,
  ImportUndone,
} from "#shared/model/import-plan.ts";
import type { ImportSource } from "#shared/model/import-source.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { KnownLines } from "../memory/index/known-lines.ts";
import { parseDailyNotes } from "../memory/learn/daily-notes.ts";
import { withoutOutsideMark } from "#shared/model/origin.ts";
import { typedFolder } from "../workspace/refuse-wide-folder.ts";
import { inProject } from "../workspace/roots.ts";
import type { Chosen, PlanRead } from "./import-messages.ts";
import { changedSince } from "./input/fingerprint.ts";
import { type CostPorts, importCosts } from "./import-cost.ts";
import { planItems, type ProjectFacts } from "./plan-items.ts";
import { readPlanApart } from "./source-reader.ts";
import { undoImport, type UndoPorts } from "./undo-import.ts";
import { writeImport, type WritePorts } from "./write-import.ts";

export type ImportsPorts = WritePorts &
  UndoPorts &
  CostPorts & {
    readonly clock: Clock;
    readonly ids: Ids;
    readonly emit: (event: Events) => void;
    /** Sentence vectors are made after an import, not beside it; returns the function that ends the hold. */
    readonly holdEmbedding: () => () => void;
  };

export type PlanInput = {
  readonly path?: string | undefined;
  readonly text?: string | undefined;
  readonly source?: ImportSource | undefined;
  readonly agent?: string | undefined;
};

type KeptPlan = {
  readonly plan: ImportPlan;
  readonly chosen: Chosen;
  readonly read: PlanRead;
  readonly agent: Agent;
};

/** Plans that wait to be applied; older ones are made again. */
const MAX_PLANS = 4;

/** Moving in: plans what an import would do, writes what the user ticked, and undoes it. */
export class Imports {
  readonly #ports: ImportsPorts;
  readonly #plans = new Map<string, KeptPlan>();
  /** One at a time: the second one must see what the first one wrote. */
  readonly #runs = new OneAtATime();

  constructor(ports: ImportsPorts) {
    this.#ports = ports;
  }

  /** Writes nothing and calls no model. */
  async plan(input: PlanInput, signal?: Signal): Promise<ImportPlan> {
    const { agents, sessions, clock, ids } = this.#ports;
    const agent = agents.get(input.agent);
    const chosen = chosenOf(input, clock.now());
    const known = [...(await sessions.titles()).keys()];
    const read = await readPlanApart(chosen, known, { signal, onNews: this.#reading });
    const items = await planItems(read.items, await this.#facts(agent));
    const plan: ImportPlan = {
      id: ids.next(),
      source: read.source,
      variant: read.variant,
      name: read.name,
      agent: agent.id,
      bytes: read.bytes,
      items: [...items],
      warnings: [...read.warnings],
      skipped: [...read.skipped],
      duplicates: read.duplicates,
      openInPlace: opensInPlace(read) && input.path !== undefined ? input.path : null,
    };
    this.#plans.set(plan.id, { plan, chosen, read, agent });
    for (const oldest of [...this.#plans.keys()].slice(0, -MAX_PLANS)) this.#plans.delete(oldest);
    return plan;
  }

  /** What the chosen items would add to every message. Writes nothing. */
  async cost(
    id: string,
    keys: readonly string[] | undefined,
    signal?: Signal,
  ): Promise<readonly ImportCost[]> {
    const { plan, read, agent } = this.#kept(id);
    const items = chosenItems(plan, keys);
    return importCosts(this.#ports, { read, items, agent, at: this.#ports.clock.now() }, signal);
  }

  drop(plan: string): void {
    this.#plans.delete(plan);
  }

  /** Without a list of items: what the plan has ticked. */
  apply(id: string, keys: readonly string[] | undefined, signal?: Signal): Promise<ImportReport> {
    const kept = this.#kept(id);
    return this.#runs.run(async () => {
      const changed = await changedSince(kept.read.marks);
      if (changed !== null)
        throw new Failure("source-changed", `${changed} has changed since. Look at it again.`, {
          path: changed,
        });
      const { chosen, read, agent } = kept;
      const run = {
        run: this.#ports.ids.next(),
        at: this.#ports.clock.now(),
        agent,
        change: this.#ports.ids.next(),
        chosen,
        read,
        items: chosenItems(kept.plan, keys),
      };
      const release = this.#ports.holdEmbedding();
      try {
        const report = await writeImport(this.#ports, run, { signal, onProgress: this.#writing });
        this.#plans.delete(id);
        return report;
      } finally {
        release();
      }
    });
  }

  #kept(id: string): KeptPlan {
    const kept = this.#plans.get(id);
    if (kept) return kept;
    throw new Failure("plan-not-found", "This plan is no longer kept. Look at the source again.", {
      plan: id,
    });
  }

  async runs(): Promise<ImportRun[]> {
    const ledgers = await this.#ports.ledgers.all();
    return ledgers.map(({ run, source, name, at, state, sessions, lines, files }) => ({
      run,
      source,
      name,
      at,
      state: state === "writing" ? "interrupted" : state,
      sessions: sessions.filter(({ written }) => written).length,
      lines: lines.length,
      files: files.length,
    }));
  }

  undo(run: string): Promise<ImportUndone> {
    return this.#runs.run(() => undoImport(this.#ports, run));
  }

  async #facts(agent: Agent): Promise<ProjectFacts> {
    const { workspace, sessions, agents, ledgers } = this.#ports;
    const here = new Set((await sessions.titles()).keys());
    const live = (await ledgers.all()).filter(({ state }) => state !== "undone");
    const written = live.flatMap((ledger) => [
      ...ledger.sessions.filter(({ written: isWritten }) => isWritten).map(({ key }) => key),
      ...ledger.lines.map(({ key }) => key),
      ...ledger.sections.map(({ key }) => key),
      ...ledger.agents.map(({ key }) => key),
      ...ledger.graph.keys,
    ]);
    const lines = new Map<string, Promise<KnownLines>>();
    const root = agent.workspace;
    const knownIn = async (path: string) => {
      const text = await workspace.readManaged(root, path);
      return new KnownLines(parseDailyNotes(text).map((note) => withoutOutsideMark(note.text)));
    };
    return {
      written: new Set(written),
      entriesOf: async (id) =>
        here.has(id) ? new Set((await sessions.load(id)).log.map((entry) => entry.id)) : null,
      linesOf: (path) => {
        const known = lines.get(path) ?? knownIn(path);
        lines.set(path, known);
        return known;
      },
      fileAt: async (path) => {
        // The bytes: a text that is decoded has lost the mark it may begin with, and a picture is not text.
        const place = { path: inProject(root, path), layer: "base" } as const;
        const exact = await workspace.exact.look(place, async (now) => now?.hash ?? null);
        if (exact !== null) return exact;
        const found = await workspace.read(root, path).catch((error: unknown) => {
          if (error instanceof Failure) return error.code === "not-found" ? null : { text: null };
          throw error;
        });
        // The place is taken by something that is not text.
        return found && (found.text === null ? "other" : hash("sha256", found.text, "hex"));
      },
      hasAgent: (id) => agents.list().some((each) => each.id === id),
    };
  }

  readonly #reading = ({ done, total }: { readonly done: number; readonly total: number }): void => {
    this.#ports.emit({ event: "importers.progress", work: "reading", done, total });
  };

  readonly #writing = (done: number, total: number): void => {
    this.#ports.emit({ event: "importers.progress", work: "writing", done, total });
  };
}

const chosenOf = ({ path, text, source }: PlanInput, now: Date): Chosen => {
  if (path !== undefined) return { path: typedFolder(path), source };
  if (text !== undefined && text.trim() !== "") return { text, at: now.toISOString(), source };
  throw new Failure("invalid-input", "Name a file or a folder, or paste a text.");
};

const chosenItems = ({ items }: ImportPlan, keys: readonly string[] | undefined) => {
  const wanted = keys && new Set(keys);
  const isOpen = ({ state }: ImportPlan["items"][number]) => state === "new" || state === "grown";
  return items.filter((item) => isOpen(item) && (wanted ? wanted.has(item.key) : item.ticked));
};

/** Folders that are projects as they are. */
const opensInPlace = ({ source, kind, variant }: PlanRead): boolean =>
  kind === "folder" && (source === "obsidian" || variant === "workspace");
