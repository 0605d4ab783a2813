import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Program } from "./bundle-child.ts";
import type { Job } from "./child.ts";
import { DISK_VARIABLE, type DiskSetup } from "./disk/setup.ts";
import type { Step } from "./scenario.ts";

export type Ran = {
  /** What was acknowledged and is not there. */
  missing: string[];
  /** What must never be: a damaged database, litter, a key in the clear. */
  damage: string[];
  acknowledged: Step[];
  open: { n: number; heard: string }[];
  last: number;
  faults: number;
  broke: string | null;
};

type Said = {
  missing?: string[];
  damage?: string[];
  ready?: boolean;
  begin?: number;
  heard?: number;
  text?: string;
  acknowledged?: number;
  result?: string;
  faults?: number;
};

export type Lives = {
  /** Milliseconds of work until it is killed, on a machine that is not busy; null: it ends by itself. */
  readonly killAfterMs: number | null;
  /** It is killed, too, once this many file calls of its main thread have failed. */
  readonly maxFaults?: number;
  /** Once, when the work has begun. */
  readonly working?: (child: ChildProcess, slowness: number) => void;
};

/** From the start of a child to its work, on a machine with nothing else to do. */
const USUAL_START_MS = 350;
const MAX_SLOWNESS = 6;

/** On a busy machine a child works for longer, so that it gets as far. */
const slownessOf = (startMs: number): number => Math.min(MAX_SLOWNESS, Math.max(1, startMs / USUAL_START_MS));

export const runChild = async (
  program: Program,
  job: Job,
  disk: DiskSetup,
  { killAfterMs, maxFaults, working }: Lives,
): Promise<Ran> => {
  const child = spawn(process.execPath, ["--import", program.disk, program.child], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, [DISK_VARIABLE]: JSON.stringify(disk), NODE_COMPILE_CACHE: program.compiled },
  });
  const started = performance.now();
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  // On a disk that fails it may end before it has read its job; `ended` says so.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(job));
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString("utf8")));
  const ran: Ran = {
    missing: [],
    damage: [],
    acknowledged: [],
    open: [],
    last: job.next - 1,
    faults: 0,
    broke: null,
  };
  const begun = new Map<number, string>();
  let isReady = false;
  const hear = (said: Said) => {
    ran.missing = said.missing ?? ran.missing;
    ran.damage = said.damage ?? ran.damage;
    if (said.ready) {
      isReady = true;
      const slowness = slownessOf(performance.now() - started);
      working?.(child, slowness);
      if (killAfterMs !== null) setTimeout(() => child.kill("SIGKILL"), killAfterMs * slowness);
    }
    if (said.begin !== undefined) begun.set(said.begin, "");
    if (said.begin !== undefined) ran.last = said.begin;
    if (said.heard !== undefined) begun.set(said.heard, (begun.get(said.heard) ?? "") + (said.text ?? ""));
    ran.faults = said.faults ?? ran.faults;
    if (maxFaults !== undefined && ran.faults >= maxFaults) child.kill("SIGKILL");
    if (said.acknowledged === undefined) return;
    begun.delete(said.acknowledged);
    ran.acknowledged.push({ n: said.acknowledged, result: said.result ?? "" });
  };
  createInterface({ input: child.stdout }).on("line", (line) => hear(JSON.parse(line) as Said));
  const [, signal] = await ended;
  const isExpected = job.checkOnly ? errors === "" || signal === null : isReady && signal === "SIGKILL";
  if (!isExpected)
    ran.broke = `the process ended by itself: ${errors.trim().split("\n").slice(0, 6).join(" ") || String(signal)}`;
  ran.open = [...begun].map(([n, heard]) => ({ n, heard }));
  return ran;
};
