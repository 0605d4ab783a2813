import type { EngineState } from "#shared/contract/model-files.ts";
import type { StartChild } from "../../base/child-process.ts";
import type { ChatPart } from "../provider.ts";
import { EngineProcess } from "./engine-process.ts";
import type { EngineRequest, EngineStart, EngineValue } from "./engine-protocol.ts";

export type RunnerOptions = {
  readonly startChild: StartChild;
  /** Milliseconds without a question after which the memory is freed. */
  readonly idleMs: () => number;
  readonly onState: (state: EngineState) => void;
};

/** A model to run, by its id. */
export type RunnableModel = Omit<EngineStart, "job"> & { readonly id: string };

/**
 * At most one model that answers, in a process. A question for a different one ends the process and starts another:
 * two sets of weights rarely fit into memory. A process that ended by itself is started again by the next question.
 */
export class ModelRunner {
  readonly #options: RunnerOptions;
  #running: { readonly id: string; readonly key: string; readonly engine: EngineProcess } | null = null;
  #state: EngineState = NOTHING;
  #idle: NodeJS.Timeout | null = null;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Of the process; for tests. */
  get pid(): number | undefined {
    return this.#running?.engine.pid;
  }

  /** One answer at a time; the next waits. */
  async *chat(model: RunnableModel, request: EngineRequest, signal: AbortSignal): AsyncGenerator<ChatPart> {
    const turn = this.#queue();
    try {
      yield* (await this.#readyIn(turn, model, signal)).stream(request, signal);
    } finally {
      turn.end();
    }
  }

  /** In the same queue: an answer of a conversation waits for at most one such request. */
  async ask(model: RunnableModel, request: EngineRequest, signal: AbortSignal): Promise<EngineValue> {
    const turn = this.#queue();
    try {
      return await (await this.#readyIn(turn, model, signal)).ask(request, signal);
    } finally {
      turn.end();
    }
  }

  /** Asks only a process that has this model already; without one there is nothing to do. */
  async askRunning(id: string, request: EngineRequest): Promise<void> {
    const running = this.#running;
    if (running?.id === id && running.engine.isRunning) await running.engine.ask(request);
  }

  async unload(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.engine.end();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#idle) clearTimeout(this.#idle);
    await this.unload();
  }

  #queue(): Turn {
    const before = this.#last;
    const turn = Promise.withResolvers<void>();
    this.#last = before.then(() => turn.promise);
    return {
      before,
      end: () => {
        this.#waitIdle();
        turn.resolve();
      },
    };
  }

  async #readyIn({ before }: Turn, model: RunnableModel, signal: AbortSignal): Promise<EngineProcess> {
    await unlessAborted(before, signal);
    if (this.#idle) clearTimeout(this.#idle);
    const engine = await this.#engineOf(model);
    await unlessAborted(engine.ready, signal);
    return engine;
  }

  async #engineOf({ id, ...model }: RunnableModel): Promise<EngineProcess> {
    if (this.#isClosed) throw new Error("The models are closed.");
    const key = JSON.stringify({ id, ...model });
    if (this.#running?.key === key && this.#running.engine.isRunning) return this.#running.engine;
    await this.unload();
    const engine: EngineProcess = new EngineProcess(
      this.#options.startChild,
      { ...model, job: "talk" },
      {
        onProgress: (progress) => this.#say(engine, { model: id, progress, isReady: false }),
        onEnd: () => this.#ended(engine),
      },
    );
    this.#running = { id, key, engine };
    this.#say(engine, { model: id, progress: 0, isReady: false });
    engine.ready.then(
      () => this.#say(engine, { model: id, progress: 1, isReady: true }),
      () => void engine.end(),
    );
    return engine;
  }

  #ended(engine: EngineProcess): void {
    if (this.#running?.engine === engine) this.#running = null;
    if (this.#running === null) this.#publish(NOTHING);
  }

  #say(engine: EngineProcess, state: EngineState): void {
    if (this.#running?.engine === engine) this.#publish(state);
  }

  #publish(state: EngineState): void {
    this.#state = state;
    if (!this.#isClosed) this.#options.onState(state);
  }

  #waitIdle(): void {
    if (this.#idle) clearTimeout(this.#idle);
    if (this.#isClosed) return;
    this.#idle = setTimeout(() => void this.unload(), this.#options.idleMs());
    this.#idle.unref();
  }
}

type Turn = { readonly before: Promise<void>; end(): void };

const NOTHING: EngineState = { model: null, progress: 0, isReady: false };

const unlessAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
};
