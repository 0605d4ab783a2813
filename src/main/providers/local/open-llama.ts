import { EventEmitter } from "node:events";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { availableParallelism } from "node:os";
import { getLlama, type Llama, LlamaLogLevel } from "node-llama-cpp";

/** The engine: the binary that came with the package, on the processor unless the user wants the graphics card. */
export const openLlama = async (gpu: boolean): Promise<Llama> => {
  skipTestProcess();
  return getLlama({
    gpu: gpu ? "auto" : false,
    build: "never",
    skipDownload: true,
    progressLogs: false,
    maxThreads: availableParallelism(),
    logLevel: LlamaLogLevel.error,
    logger: () => {},
  });
};

/**
 * The library tries its binary in a second process before it loads it, so that one that does not fit the machine
 * does not end the first. This process is there for nothing else, and in the packed app no process can be started
 * this way (Electron's fuse `runAsNode` is off), so the trial answers that it went well.
 */
const skipTestProcess = (): void => {
  const childProcess = createRequire(import.meta.url)("node:child_process") as { fork: unknown };
  childProcess.fork = () => new PassedTrial();
  syncBuiltinESMExports();
};

/** Answers as the library's `testBindingBinary` does when all is well. */
class PassedTrial extends EventEmitter {
  readonly stdout = null;
  readonly stderr = null;
  readonly killed = false;
  exitCode: number | null = null;

  constructor() {
    super();
    setImmediate(() => this.emit("message", { type: "ready" }));
  }

  send({ type }: { readonly type: string }): void {
    if (type === "start") setImmediate(() => this.emit("message", { type: "loaded" }));
    if (type === "test") setImmediate(() => this.emit("message", { type: "done" }));
    if (type === "exit") setImmediate(() => this.#end());
  }

  kill(): void {
    this.exitCode ??= 0;
  }

  #end(): void {
    this.exitCode = 0;
    this.emit("exit", 0);
  }
}
