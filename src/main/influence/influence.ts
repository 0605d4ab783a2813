import type { influenceRoutes, SamplingState } from "#shared/contract/influence.ts";
import { Failure } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type Database from "better-sqlite3";
import type { MovedResult } from "#shared/model/moved-result.ts";
import type { Clock } from "../base/clock.ts";
import type { Run, RunStore } from "../context/runs/run-store.ts";
import type { LedgerRow } from "#shared/model/ledger-row.ts";
import type { Log } from "../base/log.ts";
import type { PowerState } from "../ports/ports.ts";
import type { CallLog } from "../providers/call-log.ts";
import type { LocalModels } from "../providers/local/open-local-models.ts";
import type { Providers } from "../providers/open-providers.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { Again, type Ask } from "./again/again.ts";
import { InfluenceStore, judgeKey } from "./influence-store.ts";
import { Ledger } from "./ledger/ledger.ts";
import { Sampler } from "./sampling/sampler.ts";
import { type AnsweredRun, Measurements } from "./moved/measurements.ts";
import { withTitles } from "./moved/part-titles.ts";
import { partTree } from "./moved/part-tree.ts";
import type { Depth } from "./moved/plan-evaluations.ts";
import type { Progress } from "./moved/weigh-parts.ts";
import { Quoter, type ReadFile } from "./quoted/quotations.ts";
import { sentSegments } from "./sent-texts.ts";

export type InfluenceOptions = {
  readonly runs: RunStore;
  readonly sessions: Sessions;
  readonly readFile: ReadFile;
  readonly models: Pick<LocalModels, "files" | "weigh" | "endWeighing">;
  readonly db: Database.Database;
  readonly clock: Clock;
  readonly onProgress: (run: string, progress: Progress) => void;
  readonly onAnswered: (run: string, done: number, of: number) => void;
  readonly onMeasured: (run: string) => void;
  readonly providers: Pick<Providers, "get" | "priced">;
  readonly calls: Pick<CallLog, "follow">;
  readonly sampling: () => { readonly sampling: boolean; readonly model: string | null };
  readonly power: (() => PowerState) | null;
  /** Files that a profile of the project keeps in. */
  readonly pinned: () => Promise<ReadonlySet<string>>;
  readonly log: Log;
};

/** Steps of one turn that are counted when it ends; the ledger finds more when it is opened. */
const MAX_RUNS_OF_TURN = 50;
/** How many of the newest runs are sampled in the background. */
const MAX_SAMPLED = 200;

/** What mattered for an answer: four facts that are never mixed. Offered and sent are in the manifest already. */
export class Influence {
  readonly #options: InfluenceOptions;
  readonly #quoter: Quoter;
  readonly #store: InfluenceStore;
  readonly #measurements: Measurements;
  readonly #again: Again;
  readonly #ledger: Ledger;
  readonly #sampler: Sampler;
  #isClosed = false;

  constructor(options: InfluenceOptions) {
    this.#options = options;
    this.#quoter = new Quoter(options.readFile);
    this.#store = new InfluenceStore(options.db);
    this.#measurements = new Measurements({ ...options, store: this.#store });
    this.#again = new Again({ ...options, store: this.#store });
    this.#ledger = new Ledger({
      ...options,
      store: this.#store,
      quotedIn: (id, run) => this.#quotedIn(id, run),
    });
    this.#sampler = new Sampler({
      ...options,
      settings: options.sampling,
      firstModel: () => options.models.files.ids()[0] ?? null,
      next: (model, except) => this.#nextToSample(model, except),
      measure: (run, model, signal) => this.measure(run, { model, depth: "search" }, signal),
    });
  }

  async quoted(
    id: string,
    signal?: Signal,
  ): Promise<RouteOutput<(typeof influenceRoutes)["influence.quoted"]>> {
    const run = await this.#options.runs.read(id);
    const { answer } = await this.#answered(id, run);
    const sent = sentSegments(run.messages, run.manifest.segments);
    const { words, ...compared } = await this.#quoter.compare(answer, sent, signal);
    return { answer, ...compared, compared: { segments: sent.length, words } };
  }

  async prepare(id: string): Promise<RouteOutput<(typeof influenceRoutes)["influence.prepare"]>> {
    return this.#measurements.prepare(await this.#answered(id));
  }

  async measure(
    id: string,
    judge: { readonly model: string; readonly depth: Depth },
    signal: AbortSignal,
  ): Promise<MovedResult> {
    return this.#measurements.measure(await this.#answered(id), judge, signal);
  }

  async moved(id: string): Promise<MovedResult[]> {
    const results = this.#store.results(id);
    if (results.length === 0) return results;
    // A run that was pruned has no texts any more.
    const run = await this.#options.runs.read(id).catch(() => null);
    const tree = run && partTree(run.messages, run.manifest.segments);
    return results.map((result) => withTitles(result, tree));
  }

  async priceAgain(
    id: string,
    ask: Ask,
  ): Promise<RouteOutput<(typeof influenceRoutes)["influence.priceAgain"]>> {
    return this.#again.price(await this.#answered(id), ask);
  }

  /** Fails with `not-agreed` when it takes more calls than the user agreed to. */
  async again(
    id: string,
    { calls, ...ask }: Ask & { readonly calls: number },
    signal: AbortSignal,
  ): Promise<RouteOutput<(typeof influenceRoutes)["influence.again"]>> {
    const answered = await this.#answered(id);
    const price = await this.#again.price(answered, ask);
    if (price.calls > calls)
      throw new Failure("not-agreed", `This takes ${price.calls} calls, and ${calls} were agreed to.`, {
        calls: price.calls,
      });
    return this.#again.ask(answered, ask, signal);
  }

  async ledger(
    agent: string | undefined,
    signal?: Signal,
  ): Promise<{ rows: LedgerRow[]; sampling: SamplingState }> {
    return { rows: [...(await this.#ledger.rows(agent, signal))], sampling: this.#sampler.state() };
  }

  /** A turn began: nothing is measured beside it. */
  turnBegan(): void {
    this.#sampler.turn();
  }

  /** Counts what the turn sent. */
  turnEnded(session: string): void {
    this.#sampler.turn();
    this.#ledger.catchUp({ session, limit: MAX_RUNS_OF_TURN }).catch((error: unknown) => {
      if (this.#isClosed) return;
      this.#options.log.error("What a turn sent could not be counted.", error);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sampler.close();
    // First what compares texts: a run that is not counted now is counted when the project is open again.
    await this.#quoter.close();
    await this.#ledger.settled();
  }

  async #quotedIn(id: string, run: Run): Promise<ReadonlySet<string> | null> {
    try {
      const { answer } = await this.#answered(id, run);
      const { segments } = await this.#quoter.compare(
        answer,
        sentSegments(run.messages, run.manifest.segments),
      );
      return new Set(segments.map(({ segment }) => segment));
    } catch (error) {
      if (error instanceof Failure) return null;
      throw error;
    }
  }

  /** The newest run that answered something and that this model has not judged. */
  #nextToSample(model: string, except: ReadonlySet<string>): string | null {
    const judged = this.#store.judgedBy(judgeKey({ judge: { kind: "file", model } }));
    return (
      this.#options.runs
        .list({ limit: MAX_SAMPLED })
        .find(({ id, session }) => session !== null && !judged.has(id) && !except.has(id))?.id ?? null
    );
  }

  async #answered(id: string, known?: Run): Promise<AnsweredRun> {
    const run = known ?? (await this.#options.runs.read(id));
    const { session } = run.manifest;
    const log = session === null ? [] : await this.#logOf(session);
    const answer = log.find(
      (entry) => entry.type === "message" && entry.role === "assistant" && entry.run === id,
    );
    if (answer?.type === "message" && answer.content.trim() !== "")
      return {
        id,
        run,
        answer: answer.content,
        provider: answer.provider,
        model: answer.model,
        usage: answer.usage,
        receipt: answer.receipt ?? null,
      };
    throw new Failure(
      "answer-unknown",
      "There are no words to compare: the answer to this is not in the conversation any more, or it only called tools.",
      { run: id },
    );
  }

  async #logOf(session: string) {
    // A conversation that was removed still has its runs.
    return this.#options.sessions.load(session).then(
      ({ log }) => log,
      () => [],
    );
  }
}
