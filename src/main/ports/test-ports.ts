import { systemClock } from "../base/clock.ts";
import { forkChild } from "../base/fork-child.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import type { Ports } from "./ports.ts";

/** A host with nothing to offer: for tests and benchmarks. */
export const testPorts = (changes: Partial<Ports> = {}): Ports => ({
  host: "cli",
  version: "0.0.0",
  clock: systemClock,
  ids: randomIds,
  log: silentLog,
  vault: null,
  pickFolder: null,
  pickModelFile: null,
  startChild: forkChild,
  trash: null,
  notify: null,
  ...changes,
});
