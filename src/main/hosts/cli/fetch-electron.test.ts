import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fetchElectron, type FetchOptions } from "./fetch-electron.ts";

/** An installer that does what the test says, and the options that run it. */
const installer = (code: string, changes: Partial<FetchOptions> = {}): FetchOptions => {
  const path = join(mkdtempSync(join(tmpdir(), "satchel-installer-")), "install.cjs");
  writeFileSync(path, code);
  return {
    installer: path,
    firstByteWithin: 20_000,
    nextByteWithin: 20_000,
    skip: new AbortController().signal,
    onProgress: () => {},
    ...changes,
  };
};

const writesTo = (name: string) =>
  `require("node:fs").writeFileSync(require("node:path").join(require("node:os").tmpdir(), "${name}"), "x".repeat(1000));`;

it("lets the installer finish and returns its result", async () => {
  expect(await fetchElectron(installer("process.exit(0)"))).toEqual({ ok: true });
  expect(await fetchElectron(installer("process.exit(1)"))).toEqual({ ok: false, reason: "failed" });
});

it("stops an installer that receives nothing", async () => {
  const options = installer(
    `require("node:fs").writeFileSync(__filename + ".pid", String(process.pid)); setInterval(() => {}, 1000);`,
    { firstByteWithin: 4000 },
  );
  expect(await fetchElectron(options)).toEqual({ ok: false, reason: "stalled" });
  const pid = Number(readFileSync(`${options.installer}.pid`, "utf8"));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

it("reports the received bytes, and gives up when no more arrive", async () => {
  const seen: number[] = [];
  const options = installer(`${writesTo("part")} setInterval(() => {}, 1000);`, {
    nextByteWithin: 500,
    onProgress: (bytes) => seen.push(bytes),
  });
  expect(await fetchElectron(options)).toEqual({ ok: false, reason: "stalled" });
  expect(seen).toEqual([1000]);
});

it("stops when the user does not want to wait, and leaves nothing behind", async () => {
  const skip = new AbortController();
  const options = installer(
    `require("node:fs").writeFileSync(__filename + ".tmp", require("node:os").tmpdir()); ${writesTo("part")} setInterval(() => {}, 1000);`,
    { skip: skip.signal, onProgress: () => skip.abort() },
  );
  expect(await fetchElectron(options)).toEqual({ ok: false, reason: "skipped" });
  expect(existsSync(readFileSync(`${options.installer}.tmp`, "utf8"))).toBe(false);
});

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
