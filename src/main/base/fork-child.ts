import { fork } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { type ChildProcess, childEnvironment, LastWords, type StartChild } from "./child-process.ts";

/** A child of Node's own. It ends itself when its channel to this process closes (see `parent-channel.ts`). */
export const forkChild: StartChild = (module, name): ChildProcess => {
  const child = fork(fileURLToPath(module), [], {
    // What this process was started with, such as a debugger's port, is not for the child.
    execArgv: [`--title=${name}`],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    env: childEnvironment(process.env),
  });
  const words = new LastWords();
  // A pipe of its own, which a process waits for, too.
  const said = child.stderr as Socket | null;
  said?.on("data", (data: Buffer) => words.add(data));
  // A message to a child that has just ended; its exit is reported anyway.
  child.on("error", () => {});
  return {
    pid: child.pid,
    post: (message) => {
      if (child.connected) child.send(message as object, () => {});
    },
    onMessage: (listener) => void child.on("message", listener),
    // `close` follows `exit` when all that it wrote has been read.
    onExit: (listener) =>
      void child.once("close", (code, signal) => listener({ code, signal, said: words.text })),
    kill: () => void child.kill("SIGKILL"),
    hold: (isHeld) => {
      if (isHeld) {
        child.ref();
        child.channel?.ref();
        said?.ref();
      } else {
        child.unref();
        child.channel?.unref();
        said?.unref();
      }
    },
  };
};
