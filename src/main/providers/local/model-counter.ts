import { Failure } from "#shared/contract/failure.ts";
import type { StartChild } from "../../base/child-process.ts";
import { EngineProcess } from "./engine-process.ts";
import type { EngineRequest, EngineValue, ModelFacts } from "./engine-protocol.ts";

/** Processes that count at the same time; each has a vocabulary of some tens of megabytes. */
const MAX_PROCESSES = 2;
/** Without a request for this long, a process is ended. */
const IDLE_MS = 120_000;

type Running = { readonly engine: EngineProcess; idle: NodeJS.Timeout | null };

/** Counts with the vocabularies of model files, each in a process that has no weights. */
export class ModelCounter {
  readonly #startChild: StartChild;
  /** By path, the one that was used last at the end. */
  readonly #running = new Map<string, Running>();
  #isClosed = false;

  constructor(startChild: StartChild) {
    this.#startChild = startChild;
  }

  /** Opens the file, so that one that cannot be used fails. */
  async facts(path: string): Promise<ModelFacts> {
    return this.#use(path, (engine) => engine.ready);
  }

  /** A process that ended under the request is started again, once: something else may have killed it. */
  async ask(path: string, request: EngineRequest, signal?: AbortSignal): Promise<EngineValue> {
    const once = () =>
      this.#use(path, async (engine) => {
        await engine.ready;
        return engine.ask(request, signal);
      });
    return once().catch((error: unknown) => {
      if (error instanceof Failure && error.code === "model-stopped") return once();
      throw error;
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#running.entries()].map(([path, running]) => this.#end(path, running)));
  }

  async #use<T>(path: string, work: (engine: EngineProcess) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new Error("The counter of model files is closed.");
    const known = this.#running.get(path);
    const running = known?.engine.isRunning ? known : this.#start(path);
    this.#running.delete(path);
    this.#running.set(path, running);
    for (const [oldest, entry] of this.#running) {
      if (this.#running.size <= MAX_PROCESSES) break;
      void this.#end(oldest, entry);
    }
    if (running.idle) clearTimeout(running.idle);
    try {
      return await work(running.engine);
    } finally {
      if (running.idle) clearTimeout(running.idle);
      running.idle = setTimeout(() => void this.#end(path, running), IDLE_MS);
      running.idle.unref();
    }
  }

  #start(path: string): Running {
    const start = { path, job: "count", window: 0, gpu: false, threads: 1 } as const;
    return { engine: new EngineProcess(this.#startChild, start), idle: null };
  }

  async #end(path: string, running: Running): Promise<void> {
    if (this.#running.get(path) === running) this.#running.delete(path);
    if (running.idle) clearTimeout(running.idle);
    await running.engine.end();
  }
}
