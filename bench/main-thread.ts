import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * The longest uninterrupted work on this thread, in milliseconds of its own CPU time. The delay on the clock
 * also includes the time that other programs took.
 */
export const watchStretches = (): (() => number) => {
  let longest = 0;
  const own = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = own();
  const timer = setInterval(() => {
    const now = own();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
};

/**
 * The event-loop delay of an idle process beside this one: what the machine itself adds. A pause here that is
 * no longer than there is not caused by us.
 */
export const watchBeside = async (): Promise<() => Promise<Delay>> => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", idle], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return async () => {
    child.stdin.end();
    const { value } = await lines.next();
    return JSON.parse(value as string) as Delay;
  };
};

/** In milliseconds. */
export type Delay = { readonly p99: number; readonly max: number };

const idle = `
  import { monitorEventLoopDelay } from "node:perf_hooks";
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  console.log("ready");
  process.stdin.on("end", () => {
    console.log(JSON.stringify({ p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }));
    process.exit();
  }).resume();
`;
