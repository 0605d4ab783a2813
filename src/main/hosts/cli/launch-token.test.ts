import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { eventually } from "../../base/test-eventually.ts";
import { connectRemoteCore } from "../remote-core.ts";
import { findHostPaths } from "../host-paths.ts";

/** The arguments of every process, which any user of the machine can read. */
const allArguments = (): string =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(join("/proc", pid, "cmdline"), "utf8");
      } catch {
        return "";
      }
    })
    .join("\n");

const temp = () => mkdtempSync(join(tmpdir(), "satchel-launch-"));
const main = join(import.meta.dirname, "main.ts");
const started: { kill(): unknown }[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill()));

/** A program under this name that writes its arguments and its SATCHEL_CORE to a file, and keeps running. */
const standIn = (name: string) => {
  const folder = temp();
  const heard = join(folder, "heard");
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$*" "$SATCHEL_CORE" > ${heard}\nsleep 10\n`);
  chmodSync(program, 0o755);
  return { folder, program, heard: () => readFileSync(heard, "utf8").split("\n") };
};

const satchel = (args: readonly string[], env: Record<string, string>, input = "") => {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: temp(),
    env: { ...process.env, ...env },
    detached: true,
  });
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stdin.end(input);
  // Also ends the processes that it started: the stand-ins keep running.
  started.push({ kill: () => child.exitCode === null && child.pid && process.kill(-child.pid, "SIGKILL") });
  return { child, said: () => said };
};

const isBuilt = existsSync(join(findHostPaths(undefined).renderer, "index.html"));
const onLinux = process.platform === "linux";

it.runIf(onLinux && isBuilt)("opens the browser without the token in any process's arguments", async () => {
  const opener = standIn("xdg-open");
  const data = temp();
  const { said } = satchel(["serve", "--open", "--project", temp(), "--data", data], {
    PATH: `${opener.folder}${delimiter}${process.env.PATH}`,
  });
  await eventually(() => expect(opener.heard().length).toBeGreaterThan(1));
  const url = /http:\/\/\S+/.exec(said())?.[0] ?? "";
  const token = url.split("#token=")[1] ?? "";
  expect(token).toHaveLength(43);
  expect(allArguments()).not.toContain(token);
  const [page = ""] = opener.heard();
  expect(readFileSync(page, "utf8")).toContain(`url=${url}"`);
  expect([statSync(page).mode & 0o777, statSync(join(data, "launch")).mode & 0o777]).toEqual([0o600, 0o700]);
  // The launch page is no longer needed once the browser has connected.
  const browser = connectRemoteCore(url);
  await browser.request("app.info", {});
  await eventually(() => expect(existsSync(page)).toBe(false));
  browser.close();
});

it.runIf(onLinux)("passes the address of a core to Electron in its environment", async () => {
  const address = "ws://127.0.0.1:9#token-that-nobody-sees";
  const file = join(temp(), "core.txt");
  writeFileSync(file, address, { mode: 0o600 });
  const ways: readonly [readonly string[], Record<string, string>, string][] = [
    [["--core-file", file], {}, ""],
    [[], { SATCHEL_CORE: address }, ""],
    [["--core", "-"], {}, `${address}\n`],
  ];
  for (const [flags, env, input] of ways) {
    const electron = standIn("electron");
    satchel(["start", ...flags, "--data", temp()], { ...env, SATCHEL_ELECTRON: electron.program }, input);
    await eventually(() => expect(electron.heard()[1]).toBe(address));
    expect(allArguments()).not.toContain("token-that-nobody-sees");
  }
});

it("refuses the address of a core as an argument", async () => {
  const { child, said } = satchel(["start", "--core", "ws://127.0.0.1:9#token", "--data", temp()], {});
  const status = await new Promise((done) => child.on("close", done));
  expect(status).toBe(1);
  expect(JSON.parse(said())).toMatchObject({ code: "core-in-arguments" });
});
