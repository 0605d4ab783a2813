import { basename } from "node:path";
import { Failure, type FailureValue } from "#shared/contract/failure.ts";
import type { ChildExit, ChildProcess, StartChild } from "../../base/child-process.ts";
import { workerUrl } from "../../base/worker-url.ts";
import type { ChatPart } from "../provider.ts";
import type {
  EngineRequest,
  EngineStart,
  EngineValue,
  FromEngine,
  ModelFacts,
  ToEngine,
} from "./engine-protocol.ts";

export type EngineListeners = {
  readonly onProgress?: (progress: number) => void;
  /** It ended, for whatever reason. */
  readonly onEnd?: (exit: ChildExit) => void;
};

/** What a request may receive: parts of an answer, then a value or a failure. */
type Waiting = {
  part(part: ChatPart): void;
  value(value: EngineValue): void;
  failure(failure: Failure): void;
};

/** The core's side of a process with a model. When the process ends, everything that waits for it fails. */
export class EngineProcess {
  /** Rejects when the model cannot be opened. */
  readonly ready: Promise<ModelFacts>;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #nextId = 1;
  #exit: ChildExit | null = null;
  #isEnding = false;

  constructor(startChild: StartChild, start: EngineStart, listeners: EngineListeners = {}) {
    const child = startChild(workerUrl("engine.process", import.meta.url), "satchel-model");
    this.#child = child;
    const { promise: ready, resolve, reject } = Promise.withResolvers<ModelFacts>();
    this.ready = ready;
    // A caller that needs the model awaits it; without one it is no error of this process.
    ready.catch(() => {});
    child.onMessage((raw) => {
      const message = raw as FromEngine;
      if ("progress" in message) listeners.onProgress?.(message.progress);
      else if ("ready" in message) {
        resolve(message.ready);
        this.#letGo();
      } else if ("id" in message) this.#hear(message);
      else {
        reject(Failure.from(message.failure));
        this.#isEnding = true;
        child.kill();
      }
    });
    const ended = Promise.withResolvers<void>();
    this.#ended = ended.promise;
    child.onExit((exit) => {
      this.#exit = exit;
      reject(this.#isEnding ? closed() : notOpened(start.path, exit));
      for (const waiting of this.#waiting.values())
        waiting.failure(this.#isEnding ? closed() : stopped(exit));
      this.#waiting.clear();
      listeners.onEnd?.(exit);
      ended.resolve();
    });
    child.hold(true);
    child.post({ start } satisfies ToEngine);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isRunning(): boolean {
    return this.#exit === null && !this.#isEnding;
  }

  /** The parts of an answer as they come. Rejects with the signal's reason when it is aborted. */
  async *stream(request: EngineRequest, signal: AbortSignal): AsyncGenerator<ChatPart> {
    const parts: ChatPart[] = [];
    let wake = () => {};
    let end: { readonly failure: Failure | null } | null = null;
    const finish = (failure: Failure | null) => {
      end ??= { failure };
      wake();
    };
    const id = this.#send(request, {
      part: (part) => {
        parts.push(part);
        wake();
      },
      value: () => finish(null),
      failure: finish,
    });
    const onAbort = () => {
      this.#stop(id);
      wake();
    };
    signal.addEventListener("abort", onAbort);
    try {
      for (;;) {
        signal.throwIfAborted();
        const part = parts.shift();
        if (part) yield part;
        else if (end) break;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      signal.removeEventListener("abort", onAbort);
      // Also when the reader leaves in the middle of an answer.
      if (!end) this.#stop(id);
    }
    const { failure } = end as { readonly failure: Failure | null };
    if (failure) throw failure;
  }

  async ask(request: EngineRequest, signal?: AbortSignal): Promise<EngineValue> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#stop(id);
        reject(signal?.reason);
      };
      const settled = () => signal?.removeEventListener("abort", onAbort);
      const id = this.#send(request, {
        part: () => {},
        value: (value) => {
          settled();
          resolve(value);
        },
        failure: (failure) => {
          settled();
          reject(failure);
        },
      });
      signal?.addEventListener("abort", onAbort);
    });
  }

  /** Kills the process; resolves when it is gone. */
  async end(): Promise<void> {
    this.#isEnding = true;
    if (this.#exit) return;
    this.#child.hold(true);
    this.#child.kill();
    await this.#ended;
  }

  #send(request: EngineRequest, waiting: Waiting): number {
    const id = this.#nextId++;
    if (this.#exit) {
      waiting.failure(stopped(this.#exit));
      return id;
    }
    this.#waiting.set(id, waiting);
    this.#child.hold(true);
    this.#child.post({ id, request } satisfies ToEngine);
    return id;
  }

  /** Our process does not wait for a model that nobody asks. */
  #letGo(): void {
    if (this.#waiting.size === 0) this.#child.hold(false);
  }

  #stop(id: number): void {
    this.#child.post({ stop: id } satisfies ToEngine);
  }

  #hear(message: Extract<FromEngine, { id: number }>): void {
    const waiting = this.#waiting.get(message.id);
    if ("part" in message) return waiting?.part(message.part);
    this.#waiting.delete(message.id);
    this.#letGo();
    if ("value" in message) waiting?.value(message.value);
    else waiting?.failure(Failure.from(message.failure satisfies FailureValue));
  }
}

const stopped = ({ said, signal, code }: ChildExit) =>
  new Failure(
    "model-stopped",
    "The model stopped unexpectedly, so the answer broke off. It starts again with your next message.",
    { said: said || `It ended with ${signal ?? `code ${code}`}.` },
  );

const closed = () => new Failure("model-closed", "The model was closed.");

const notOpened = (path: string, { said, signal, code }: ChildExit) =>
  new Failure(
    "model-unusable",
    `${basename(path)} cannot be opened as a model: the engine stopped while it read the file. The file may be damaged.`,
    { said: said || `It ended with ${signal ?? `code ${code}`}.` },
  );
