import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** Of a process and all its children. Linux only. */
export type AtRest = {
  readonly megabytes: number;
  /** Percent of one core. */
  readonly cpu: number;
  /** Per second: how often a thread was woken. */
  readonly wakeUps: number;
};

export const watchAtRest = async (pid: number, seconds: number): Promise<AtRest> => {
  const before = look(pid);
  const from = performance.now();
  await wait(seconds * 1000);
  const passed = (performance.now() - from) / 1000;
  const after = look(pid);
  return {
    megabytes: after.kilobytes / 1024,
    cpu: ((after.nanoseconds - before.nanoseconds) / 1e9 / passed) * 100,
    wakeUps: (after.switches - before.switches) / passed,
  };
};

type Look = { readonly kilobytes: number; readonly nanoseconds: number; readonly switches: number };

const look = (pid: number): Look => {
  const tasks = readdirSync(`/proc/${pid}/task`);
  const each = tasks.map((task) => ({
    nanoseconds: Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]),
    switches: field(readFileSync(`/proc/${pid}/task/${task}/status`, "utf8"), "voluntary_ctxt_switches"),
    children: readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number),
  }));
  const children = each.flatMap((task) => task.children).map(look);
  const all = [...each, ...children];
  return {
    kilobytes:
      field(readFileSync(`/proc/${pid}/status`, "utf8"), "VmRSS") +
      sum(children.map((child) => child.kilobytes)),
    nanoseconds: sum(all.map((one) => one.nanoseconds)),
    switches: sum(all.map((one) => one.switches)),
  };
};

const field = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
