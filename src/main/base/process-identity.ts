import { execFile } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

/**
 * Identifies a process so that no later one can be mistaken for it. Process ids are reused, at the latest
 * after a restart of the machine, so the start time and the boot id are part of it.
 */
export const processIdentity = z.object({
  pid: z.number().int().positive(),
  /** Linux: clock ticks since the boot. Elsewhere: milliseconds since 1970. */
  started: z.number(),
  /** Empty where the system has no such id; start times are absolute there. */
  boot: z.string(),
});
export type ProcessIdentity = z.output<typeof processIdentity>;

/** This process. */
export const thisProcess = (): ProcessIdentity => (own ??= identifySelf());

let own: ProcessIdentity | null = null;

const identifySelf = (): ProcessIdentity => {
  const started = startedOnLinux(process.pid);
  const boot = bootId();
  const estimate = Math.round(Date.now() - process.uptime() * 1000);
  return started === null || boot === ""
    ? { pid: process.pid, started: estimate, boot: "" }
    : { pid: process.pid, started, boot };
};

/**
 * The area in which process ids are comparable with those here. On Linux: one boot of one machine and one PID
 * namespace, since a container numbers its own processes. Elsewhere: the machine's name, since start times
 * are absolute there.
 */
export const processPlace = (): string => (place ??= findPlace());

let place: string | null = null;

const findPlace = (): string => {
  const boot = bootId();
  if (boot === "") return `${process.platform} ${hostname()}`;
  try {
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return boot;
  }
};

/** Whether exactly this process is still running. */
export const isRunning = async (who: ProcessIdentity): Promise<boolean> => {
  const me = thisProcess();
  if (who.boot !== me.boot) return false;
  if (me.boot !== "") return startedOnLinux(who.pid) === who.started;
  if (!takesSignals(who.pid)) return false;
  const started = who.pid === me.pid ? me.started : await startedElsewhere(who.pid);
  // A process that cannot be inspected counts as running, so that nothing is taken from it.
  return started === null || Math.abs(started - who.started) <= TOLERANCE_MS;
};

/** Both times are estimates, and the clock may have been changed in between. */
const TOLERANCE_MS = 60_000;
/** Time limit for asking the system about a process. */
const ASKING_MS = 10_000;

const bootId = (): string => {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
};

/** Null when the process does not exist, or has ended and is only waiting to be reaped. */
const startedOnLinux = (pid: number): number | null => {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name, which may contain spaces and parentheses.
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const [state = ""] = fields;
    const started = Number(fields[STARTED_FIELD]);
    return state === "Z" || state === "X" || !Number.isFinite(started) ? null : started;
  } catch {
    return null;
  }
};

/** `starttime` is field 22 of /proc/<pid>/stat; counted here from field 3. */
const STARTED_FIELD = 19;

const takesSignals = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to a different user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

const startedElsewhere = async (pid: number): Promise<number | null> => {
  const said =
    process.platform === "win32"
      ? await outputOf(
          "powershell.exe",
          "-NoProfile",
          "-Command",
          `(Get-Process -Id ${pid}).StartTime.ToString('o')`,
        )
      : await outputOf("ps", "-o", "lstart=", "-p", String(pid));
  const started = Date.parse(said.trim());
  return Number.isNaN(started) ? null : started;
};

/** Empty when the program cannot be run. */
const outputOf = (program: string, ...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const options = { timeout: ASKING_MS, env: { ...process.env, LC_ALL: "C" } };
    execFile(program, args, options, (_, output) => resolve(output));
  });
