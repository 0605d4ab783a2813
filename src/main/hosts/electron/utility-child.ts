import { fileURLToPath } from "node:url";
import { utilityProcess } from "electron";
import { childEnvironment, LastWords, type StartChild } from "../../base/child-process.ts";

/** A child in Electron. Chromium ends it when this process is gone. */
export const utilityChild: StartChild = (module, name) => {
  const child = utilityProcess.fork(fileURLToPath(module), [], {
    serviceName: name,
    stdio: ["ignore", "ignore", "pipe"],
    env: childEnvironment(process.env),
  });
  const words = new LastWords();
  child.stderr?.on("data", (data: Buffer) => words.add(data));
  return {
    // Known only when it has started.
    get pid() {
      return child.pid;
    },
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) =>
      void child.once("exit", (code) => listener({ code, signal: null, said: words.text })),
    kill: () => void child.kill(),
    hold: () => {},
  };
};
