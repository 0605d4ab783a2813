import { type ResourceLimits, Worker } from "node:worker_threads";
import type { ChildExit, StartChild } from "./child-process.ts";

/** A worker as its client sees it: a thread of this process, or a process of its own. */
export type WorkerSide = {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** An error that nothing in the worker caught; it ends. */
  onError(listener: (error: Error) => void): void;
  /** How it ended, for a message: "code 1". */
  onExit(listener: (how: string) => void): void;
  /** Whether this process waits for it before it ends by itself. */
  hold(isHeld: boolean): void;
  /** Ends it, whatever it is doing; resolves when it is gone. */
  terminate(): Promise<void>;
};

export const startThread = (url: URL, data: unknown, resourceLimits?: ResourceLimits): WorkerSide => {
  const worker = new Worker(url, { workerData: data, ...(resourceLimits && { resourceLimits }) });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => void worker.on("message", listener),
    onError: (listener) => void worker.on("error", (error) => listener(error as Error)),
    onExit: (listener) => void worker.on("exit", (code) => listener(`code ${code}`)),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
    terminate: async () => void (await worker.terminate()),
  };
};

/** The data is the first message. */
export const startProcess = (
  startChild: StartChild,
  module: URL,
  name: string,
  data: unknown,
): WorkerSide => {
  const child = startChild(module, `satchel-${name}`);
  const gone = Promise.withResolvers<void>();
  child.onExit(() => gone.resolve());
  child.hold(false);
  child.post(data);
  return {
    post: (message) => child.post(message),
    onMessage: (listener) => child.onMessage(listener),
    // A process that fails ends, and its end says why.
    onError: () => {},
    onExit: (listener) => child.onExit((exit) => listener(howEnded(exit))),
    hold: (isHeld) => child.hold(isHeld),
    terminate: () => {
      child.hold(true);
      child.kill();
      return gone.promise;
    },
  };
};

const howEnded = ({ code, signal, said }: ChildExit): string =>
  `${signal ?? `code ${code}`}${said === "" ? "" : `: ${said}`}`;
