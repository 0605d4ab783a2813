import type { SamplingState } from "#shared/contract/influence.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { PowerState } from "../../ports/ports.ts";

/** Time without a turn, and without a key or the mouse where the host can tell, before it begins. */
const IDLE_MS = 5 * 60_000;
const LOOK_MS = 60_000;

export type SamplerOptions = {
  readonly settings: () => { readonly sampling: boolean; readonly model: string | null };
  /** The model file that judges when the settings name none; null: there is none. */
  readonly firstModel: () => string | null;
  /** Null where the host cannot tell. */
  readonly power: (() => PowerState) | null;
  /** The newest run whose answer this model has not judged; null: none. */
  readonly next: (model: string, except: ReadonlySet<string>) => string | null;
  readonly measure: (run: string, model: string, signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Measures what moved earlier answers while nobody needs the computer. Off until the user switches it on; it stops at
 * the next message, and where the host can tell, at the next key and on battery.
 */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #timer: NodeJS.Timeout;
  /** Runs that failed in this session; they are not tried again. */
  readonly #failed = new Set<string>();
  #lastTurn: number;
  #running: AbortController | null = null;
  #work: Promise<void> = Promise.resolve();

  constructor(options: SamplerOptions) {
    this.#options = options;
    this.#lastTurn = options.clock.now().getTime();
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  /** A turn begins or ends: whatever is measured waits. */
  turn(): void {
    this.#lastTurn = this.#options.clock.now().getTime();
    this.#running?.abort();
  }

  state(): SamplingState {
    const { settings, power } = this.#options;
    const model = this.#model();
    return { on: settings().sampling, model, power: power ? "known" : "unknown", state: this.#what(model) };
  }

  /** Measures one answer if it may. */
  look(): Promise<void> {
    if (this.#running) {
      if (this.#what(this.#model()) !== "measuring") this.#running.abort();
      return this.#work;
    }
    const model = this.#model();
    if (this.#what(model) !== "waiting" || model === null || !this.#isIdle()) return Promise.resolve();
    const run = this.#options.next(model, this.#failed);
    if (run === null) return Promise.resolve();
    this.#work = this.#measure(run, model);
    return this.#work;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#running?.abort();
    await this.#work;
  }

  async #measure(run: string, model: string): Promise<void> {
    const stop = new AbortController();
    this.#running = stop;
    try {
      await this.#options.measure(run, model, stop.signal);
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#failed.add(run);
      this.#options.log.info("An answer could not be sampled.", { run, error: String(error) });
    } finally {
      this.#running = null;
    }
  }

  #what(model: string | null): SamplingState["state"] {
    const { settings, power } = this.#options;
    if (!settings().sampling) return "off";
    if (model === null) return "no-model";
    if (power?.().onBattery === true) return "battery";
    return this.#running && !this.#running.signal.aborted && this.#isIdle() ? "measuring" : "waiting";
  }

  #isIdle(): boolean {
    const { clock, power } = this.#options;
    const seconds = power?.().idleSeconds ?? null;
    if (seconds !== null && seconds * 1000 < IDLE_MS) return false;
    return clock.now().getTime() - this.#lastTurn >= IDLE_MS;
  }

  #model(): string | null {
    return this.#options.settings().model ?? this.#options.firstModel();
  }
}
