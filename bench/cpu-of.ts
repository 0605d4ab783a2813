import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** CPU milliseconds that a running process has used so far, all threads. Linux only: elsewhere not a number. */
export const cpuOf = (pid: number): number => {
  if (process.platform !== "linux") return Number.NaN;
  // The name of the process, in brackets, may contain blanks.
  const [, fields = ""] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return (((user ?? 0) + (system ?? 0)) / ticksPerSecond()) * 1000;
};

const ticksPerSecond = (): number => Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
