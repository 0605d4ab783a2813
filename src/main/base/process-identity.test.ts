import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isRunning, thisProcess } from "./process-identity.ts";

const other = async () => {
  const child = spawn(process.execPath, ["-e", "process.stdout.write('up'); setInterval(() => {}, 1000)"]);
  await once(child.stdout, "data");
  const line = readFileSync(`/proc/${child.pid}/stat`, "utf8");
  const started = Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]);
  const end = async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { who: { ...thisProcess(), pid: child.pid ?? 0, started }, end };
};

it("reports that this process runs", async () => {
  expect(await isRunning(thisProcess())).toBe(true);
});

it.runIf(process.platform === "linux")(
  "recognises a different process by id, start and boot, and its end",
  async () => {
    const { who, end } = await other();
    expect(await isRunning(who)).toBe(true);
    expect(await isRunning({ ...who, started: who.started - 1 })).toBe(false);
    expect(await isRunning({ ...who, boot: "an earlier boot" })).toBe(false);
    await end();
    expect(await isRunning(who)).toBe(false);
  },
);
