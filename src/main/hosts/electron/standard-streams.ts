import { Writable } from "node:stream";

/**
 * An app that was not started from a terminal can have standard streams that cannot be opened. Node opens them
 * at the first use and then throws, in the middle of whatever wanted to warn about something. Such a stream is
 * replaced by one that keeps nothing.
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
