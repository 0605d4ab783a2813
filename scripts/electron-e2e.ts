import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findElectron } from "../src/main/hosts/find-electron.ts";
import { needsBuild } from "./needs-build.ts";

/** Builds the app when needed and runs its end-to-end tests in the available Electron. */
const top = join(import.meta.dirname, "..");

const main = (): number => {
  const electron = findElectron(top);
  if (!electron) {
    console.error(
      "There is no Electron to test with: name one by SATCHEL_ELECTRON, or run npx install-electron.",
    );
    return 1;
  }
  return build() || test(electron);
};

const build = (): number => (needsBuild(top) ? run("electron-vite", ["build", "--logLevel", "warn"], {}) : 0);

const test = (electron: string): number =>
  run("playwright", ["test", "--project=electron", ...process.argv.slice(2)], { SATCHEL_ELECTRON: electron });

const run = (command: string, args: readonly string[], env: Record<string, string>): number =>
  spawnSync(command, args, {
    cwd: top,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  }).status ?? 1;

process.exitCode = main();
