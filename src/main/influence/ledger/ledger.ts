import { layersWhere } from "#shared/model/layer.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { LedgerRow } from "#shared/model/ledger-row.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Run, RunStore } from "../../context/runs/run-store.ts";
import type { InfluenceStore } from "../influence-store.ts";
import { ledgerRows } from "./ledger-rows.ts";

/** Runs of before that are looked at when the ledger is opened. */
const MAX_CAUGHT_UP = 500;

export type LedgerOptions = {
  readonly runs: Pick<RunStore, "list" | "read">;
  readonly store: InfluenceStore;
  /** Files that a profile of the project keeps in. */
  readonly pinned: () => Promise<ReadonlySet<string>>;
  /** Segments that the run's answer quotes; null: it has no answer with words. */
  readonly quotedIn: (id: string, run: Run) => Promise<ReadonlySet<string> | null>;
};

/**
 * What each file and memory has cost over time. A run is counted once, when its turn is over; runs that were missed
 * are counted when the ledger is read. Only figures and names are stored, so it outlives the runs it is made of.
 */
export class Ledger {
  readonly #options: LedgerOptions;
  readonly #turns = new OneAtATime();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  async rows(agent: string | undefined, signal?: Signal): Promise<readonly LedgerRow[]> {
    await this.catchUp({ limit: MAX_CAUGHT_UP }, signal);
    return ledgerRows(this.#options.store.sources(agent), await this.#options.pinned());
  }

  /** Counts the runs that are not in it yet. */
  catchUp(filter: { readonly session?: string; readonly limit: number }, signal?: Signal): Promise<void> {
    return this.#turns.run(async () => {
      const { runs, store } = this.#options;
      const missing = store.uncounted(runs.list(filter).map(({ id }) => id));
      // Oldest first, so that the newest is the last that was seen.
      for (const id of missing.toReversed()) {
        if (signal?.aborted) throw signal.reason;
        const run = await runs.read(id).catch(() => null);
        if (run) await this.#count(id, run);
      }
    });
  }

  /** Resolves when nothing is being counted. */
  settled(): Promise<void> {
    return this.#turns.run(async () => {});
  }

  async #count(id: string, run: Run): Promise<void> {
    const { manifest } = run;
    const quoted = await this.#options.quotedIn(id, run);
    const sources = manifest.segments
      .filter(({ layer, message, sent }) => COUNTED.has(layer) && message !== null && sent.tokens > 0)
      .map((segment) => ({
        source: segment.source,
        layer: segment.layer,
        // A memory's title is a line of its text, which may have to be forgotten one day.
        title: (segment.layer === "memory" ? null : segment.detail?.title) ?? nameOf(segment.source),
        tokens: segment.sent.tokens,
        quoted: quoted?.has(segment.id) ?? false,
      }));
    this.#options.store.countRun({
      run: id,
      at: manifest.at,
      agent: manifest.agent,
      estimated: !manifest.exact,
      isCompared: quoted !== null,
      sources,
    });
  }
}

/** What stays the same from one conversation to the next. Messages do not. */
const COUNTED = layersWhere(({ holds }) => holds === "files" || holds === "memories");

const nameOf = (source: string): string => source.slice(source.lastIndexOf("/") + 1);
