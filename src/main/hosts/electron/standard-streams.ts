import { Writable } from "node:stream";

/**
 * An app that was not started from a terminal can have standard streams that cannot be opened. Node opens
 * them on first use and then throws, in whatever code wanted to log a warning. Such a stream is replaced by
 * one that discards everything.
 */
export const repairStandardStreams = (): void => {
  for (const name of ["stdout", "stderr"] as const) {
    if (!opens(name)) Object.defineProperty(process, name, { configurable: true, value: nowhere() });
  }
};

const opens = (name: "stdout" | "stderr") => {
  try {
    return process[name] !== undefined;
  } catch {
    return false;
  }
};

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
