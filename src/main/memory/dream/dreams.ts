import type { Agent } from "#shared/contract/agents.ts";
import type { DreamCandidate, Sweep } from "#shared/contract/dream.ts";
import { type Events, Failure } from "#shared/contract/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Ids } from "../../base/ids.ts";
import type { Store } from "../../store/open-store.ts";
import type { Author } from "../../workspace/recorder.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { oneLine } from "../learn/daily-notes.ts";
import {
  diarySection,
  dreamedFacts,
  dreamedSection,
  dreamedSections,
  gapAfter,
  minuteOf,
  reasonOf,
} from "./dream-text.ts";
import type { MemoryHit } from "../recall/memory-hit.ts";
import type { NotedLines } from "../learn/noted-lines.ts";
import type { RecallSignals } from "../recall/recall-signals.ts";
import { sameText } from "../index/same-text.ts";
import { isLearnable } from "../learn/is-learnable.ts";
import { isQuestion } from "../learn/is-question.ts";
import { judgeCandidates, scoreDream } from "./score-dream.ts";

export type DreamPorts = {
  readonly store: Store;
  readonly signals: RecallSignals;
  readonly workspace: Workspace;
  readonly origins: NotedLines;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Those of the ids that still exist. */
  readonly memories: (agent: Agent, ids: readonly string[]) => readonly MemoryHit[];
  /** Called after a sweep that promoted something. Returns the commit, if there is a history. */
  readonly commit: (agent: Agent, promotions: number) => Promise<string | null>;
  readonly emit: (event: Events) => void;
};

/**
 * Moves memories that turns often need into MEMORY.md. A sweep writes MEMORY.md first, whole or not at all,
 * and then the rows that record it; after a kill in between, the next sweep finds its own section and
 * promotes nothing twice.
 */
export class Dreams {
  readonly #ports: DreamPorts;
  #running = false;

  constructor(ports: DreamPorts) {
    this.#ports = ports;
  }

  /** Best first. Writes nothing. */
  async preview(agent: Agent): Promise<readonly DreamCandidate[]> {
    const { signals, memories, clock } = this.#ports;
    const before = await this.#promotedBefore(agent);
    const events = signals.byMemory(agent.id);
    const now = clock.now();
    const scored = memories(agent, [...events.keys()])
      .filter(isCandidate)
      .map((memory) => ({
        ...scoreDream(events.get(memory.id) ?? [], now),
        memory,
        promotedBefore: before.ids.has(memory.id) || before.facts.has(sameText(memory.text)),
      }));
    return judgeCandidates(onePerFact(scored)).map((judged) => {
      const { memory, promotedBefore: _, ...figures } = judged;
      const { id, tier, source, text, origin } = memory;
      const isEligible = judged.verdict === "promote" && isFact(memory) && origin !== "outside";
      return {
        memory: id,
        fact: oneLine(text),
        tier,
        source,
        origin,
        ...figures,
        // One day may be a single visit of somebody; the user decides.
        preticked: isEligible && judged.days > 1,
        eligible: isEligible,
        reason: reasonOf(judged),
      };
    });
  }

  /** Promotes all eligible memories, or only those that the user left selected. */
  async run(agent: Agent, ticked?: readonly string[]): Promise<Sweep> {
    if (this.#running)
      throw new Failure("dream-running", "A dream is already running. Wait until it has finished.");
    this.#running = true;
    try {
      return await this.#sweep(agent, ticked);
    } finally {
      this.#running = false;
    }
  }

  /** Removes the section of a sweep from MEMORY.md; its facts may be promoted again. */
  async undo(agent: Agent, sweep: string): Promise<number> {
    const { store, workspace, clock, ids } = this.#ports;
    const facts = store.db
      .prepare<[string, string], { fact: string; score: number; hits: number; days: number; at: string }>(
        "select fact, score, hits, days, at from dream_promotions where agent = ? and sweep = ? order by seq",
      )
      .all(agent.id, sweep);
    const at = facts[0]?.at;
    if (at === undefined)
      throw new Failure("sweep-not-found", "This dream was already undone, or does not exist any more.", {
        sweep,
      });
    const section = dreamedSection(
      new Date(at),
      facts.map((fact) => ({ ...fact, origin: this.#ports.origins.ofLine(fact.fact) })),
    );
    const memory = await workspace.read(agent.workspace, "MEMORY.md");
    const start = memory.text.replaceAll("\r\n", "\n").lastIndexOf(section);
    if (start < 0) {
      throw new Failure(
        "sweep-changed",
        "The section was edited since the dream. Remove it by hand in MEMORY.md.",
        {
          sweep,
        },
      );
    }
    const text = memory.text.replaceAll("\r\n", "\n");
    // The blank line before the section was added with it, unless the file already ended with one.
    const head = text.slice(0, start).replace(/\n\n$/, "\n");
    const by: Author = { actor: "you", title: "Took back a dream", change: ids.next() };
    await workspace.write(
      agent.workspace,
      "MEMORY.md",
      head + text.slice(start + section.length),
      memory.hash,
      by,
    );
    store.db.prepare("delete from dream_promotions where agent = ? and sweep = ?").run(agent.id, sweep);
    await this.#append(
      agent,
      "DREAMS.md",
      `## Undone ${minuteOf(clock.now())}\n\n- sweep: ${minuteOf(new Date(at))}\n- removed: ${facts.length}\n`,
      by,
    );
    return facts.length;
  }

  /** Newest first. */
  sweeps(agent: Agent): { readonly id: string; readonly at: string; readonly promoted: number }[] {
    return this.#ports.store.db
      .prepare<[string], { id: string; at: string; promoted: number }>(
        "select sweep as id, max(at) as at, count(*) as promoted from dream_promotions where agent = ? group by sweep order by max(seq) desc",
      )
      .all(agent.id);
  }

  async #sweep(agent: Agent, ticked: readonly string[] | undefined): Promise<Sweep> {
    const { ids, clock, emit, commit } = this.#ports;
    await this.#catchUp(agent);
    const candidates = await this.preview(agent);
    const promoted = candidates.filter(
      ({ verdict, memory, eligible }) =>
        verdict === "promote" && (ticked === undefined ? eligible : ticked.includes(memory)),
    );
    const at = clock.now();
    const id = ids.next();
    const by: Author = { actor: "dream", title: `Dreamed: ${promoted.length} promoted`, change: id };
    const skipped = candidates.filter(({ verdict }) => verdict === "promoted-before").length;
    if (promoted.length > 0) {
      await this.#note(promoted, at, ticked !== undefined);
      await this.#append(agent, "MEMORY.md", dreamedSection(at, promoted), by);
      this.#remember(agent, id, at, promoted);
    }
    await this.#append(
      agent,
      "DREAMS.md",
      diarySection(at, { candidates: candidates.length, skipped, promoted }),
      by,
    );
    const sweep: Sweep = {
      id,
      at: at.toISOString(),
      candidates: candidates.length,
      promoted,
      skipped,
      commit: promoted.length > 0 ? await commit(agent, promoted.length) : null,
    };
    emit({ event: "dream.done", agent: agent.id, sweep });
    return sweep;
  }

  /** Rows for what a sweep wrote to MEMORY.md before its process was killed. */
  async #catchUp(agent: Agent): Promise<void> {
    const { signals, memories, ids, workspace, store } = this.#ports;
    const rows = store.db.prepare<[], { fact: string }>("select fact from dream_promotions").all();
    // Agents may share a MEMORY.md: a fact that any of them has a row for is not lost.
    const known = new Set(rows.map(({ fact }) => sameText(fact)));
    const byText = new Map(
      memories(agent, [...signals.byMemory(agent.id).keys()])
        .filter(isCandidate)
        .map((memory) => [sameText(oneLine(memory.text)), memory]),
    );
    const text = await workspace.readManaged(agent.workspace, "MEMORY.md");
    for (const { at, facts } of dreamedSections(text)) {
      const lost = facts.flatMap((fact) => {
        const memory = byText.get(sameText(fact.fact));
        return memory && !known.has(sameText(fact.fact)) ? [{ ...fact, memory: memory.id }] : [];
      });
      if (lost.length > 0) this.#remember(agent, ids.next(), at, lost);
    }
  }

  #remember(agent: Agent, sweep: string, at: Date, promoted: readonly Promoted[]): void {
    const { store } = this.#ports;
    const insert = store.db.prepare(
      "insert or replace into dream_promotions (agent, memory, fact, score, hits, days, at, sweep) values (?, ?, ?, ?, ?, ?, ?, ?)",
    );
    store.transact(() => {
      for (const { memory, fact, score, hits, days } of promoted) {
        insert.run(agent.id, memory, fact, score, hits, days, at.toISOString(), sweep);
      }
    });
  }

  /**
   * Agents of one workspace share its MEMORY.md, so facts that a different agent promoted count, by their
   * text.
   */
  async #promotedBefore(agent: Agent) {
    const { store, workspace } = this.#ports;
    const ids = store.db
      .prepare<[string]>("select memory from dream_promotions where agent = ?")
      .pluck()
      .all(agent.id) as string[];
    const memory = await workspace.readManaged(agent.workspace, "MEMORY.md");
    return { ids: new Set(ids), facts: new Set(dreamedFacts(memory).map(sameText)) };
  }

  /** A promoted fact keeps its origin; that the user ticked it is recorded beside it. */
  async #note(promoted: readonly DreamCandidate[], at: Date, approved: boolean): Promise<void> {
    for (const { fact, origin } of promoted) await this.#ports.origins.note([fact], origin, { at, approved });
  }

  async #append(agent: Agent, path: string, section: string, by: Author): Promise<void> {
    const { workspace } = this.#ports;
    const before = await workspace.readManaged(agent.workspace, path);
    await workspace.append(agent.workspace, path, gapAfter(before) + section, by);
  }
}

type Promoted = Pick<DreamCandidate, "memory" | "fact" | "score" | "hits" | "days">;

/**
 * What is in MEMORY.md or knowledge is already permanent, including a dream's own output; the diary is not a
 * memory.
 */
const isCandidate = ({ tier, source, text }: MemoryHit) =>
  !/(?:^|\/)(?:MEMORY|DREAMS)\.md(?:#|$)/.test(source) &&
  tier !== "knowledge" &&
  text.trim() !== "" &&
  !(tier === "session" && isQuestion(text));

/** A sentence that states something. Messages are kept as they were said, so they have to pass for a fact first. */
const isFact = ({ tier, text }: MemoryHit): boolean =>
  tier === "session" ? isLearnable(text) : !isQuestion(text);

/** The same words stored twice are one fact; the better figures are used. */
const onePerFact = <S extends { readonly memory: MemoryHit; readonly score: number }>(
  scored: readonly S[],
): readonly S[] => {
  const best = new Map<string, S>();
  for (const one of scored) {
    const key = sameText(one.memory.text);
    const known = best.get(key);
    if (!known || one.score > known.score) best.set(key, one);
  }
  return [...best.values()];
};
