import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Events, Reply } from "#shared/contract/index.ts";

/** `satchel call -` as a real process: requests in, answers out in their order, events in between. */
export type TestSatchel = {
  readonly child: ChildProcess;
  readonly events: Events[];
  call(method: string, input?: unknown): Promise<Reply>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
  /** Closes its input and waits until it exits. */
  end(): Promise<void>;
};

export const startSatchel = (project: string, data: string): TestSatchel => {
  const main = join(import.meta.dirname, "cli", "main.ts");
  const child = spawn(process.execPath, [main, "call", "-", "--project", project, "--data", data], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting: ((reply: Reply) => void)[] = [];
  const events: Events[] = [];
  const ended = once(child, "close");
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on("line", (line) => {
    const said = JSON.parse(line) as Reply | Events;
    if ("ok" in said) waiting.shift()?.(said);
    else events.push(said);
  });
  void ended.then(() => waiting.splice(0).forEach((answer) => answer(gone)));
  return {
    child,
    events,
    call: (method, input = {}) =>
      new Promise((answer) => {
        if (child.exitCode !== null || child.signalCode !== null) return answer(gone);
        waiting.push(answer);
        // With "now", because the test wants them to overlap.
        child.stdin.write(`${JSON.stringify({ method, input, now: true })}\n`);
      }),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    end: async () => {
      child.stdin.end();
      await ended;
    },
  };
};

const gone: Reply = { ok: false, error: { code: "process-gone", message: "The process has ended." } };
