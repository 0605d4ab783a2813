import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findElectron } from "../src/main/hosts/find-electron.ts";
import { needsBuild } from "./needs-build.ts";
import { findTooNew } from "./old-node-check.ts";

/**
 * Builds the app for the Electron at hand and runs its end-to-end tests there. An Electron older than the one
 * Satchel ships with has an older Node, so main and preload are bundled for that; the tests connect the window
 * to a core in another process, because native modules for a newer Node do not load in it.
 */
const top = join(import.meta.dirname, "..");
const app = join(top, "out-electron");

const main = (): number => {
  const electron = findElectron(top);
  if (!electron) {
    console.error(
      "There is no Electron to test with: name one by SATCHEL_ELECTRON, or run npx install-electron.",
    );
    return 1;
  }
  const version = versionOf(electron);
  if (!version) {
    console.error(`${electron} did not say which version it is, so it cannot be tested with.`);
    return 1;
  }
  const target = targetFor(version.major);
  console.log(`Electron ${version.text}; main and preload are built for ${target}.`);
  return buildApp(target) || checkApp() || buildCore() || test(electron, version.text);
};

/** What an older Electron could not run would show as a window that never opens, and nobody would know why. */
const checkApp = (): number => {
  const paths = readdirSync(app, { recursive: true, encoding: "utf8" }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  const faults = findTooNew(
    (path) => (paths.includes(path) ? readFileSync(join(app, path), "utf8") : null),
    paths,
  );
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
};

const versionOf = (electron: string) => {
  const said = sayVersion(electron);
  const found = /v(?<major>\d+)\.\d+\.\d+\S*/.exec(said);
  return found ? { text: found[0].slice(1), major: Number(found.groups?.major) } : null;
};

/** Into a file: a pipe would stay open as long as any process that the first start leaves behind. */
const sayVersion = (electron: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-electron-"));
  const file = join(folder, "version");
  const out = openSync(file, "w");
  // A first start may take long: an emulated Windows has to boot.
  spawnSync(electron, ["--version"], { stdio: ["ignore", out, "ignore"], timeout: 120_000 });
  closeSync(out);
  const said = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return said;
};

/** Electron 28 to 32 carry Node 18 and 20; everything after has 22 or newer. */
const targetFor = (major: number) => (major < 33 ? "node18" : "node22");

const buildApp = (target: string): number => {
  rmSync(app, { recursive: true, force: true });
  const args = ["build", "--logLevel", "warn", "--outDir", app];
  const status = run("electron-vite", args, { SATCHEL_TARGET: target });
  const { name, productName, version } = JSON.parse(
    readFileSync(join(top, "package.json"), "utf8"),
  ) as Record<string, string>;
  const manifest = { name, productName, version, type: "module", main: "main/electron.js" };
  writeFileSync(join(app, "package.json"), JSON.stringify(manifest));
  return status;
};

/** The core runs on Node, from the ordinary build. */
const buildCore = (): number =>
  needsBuild(top) ? run("electron-vite", ["build", "--logLevel", "warn"], {}) : 0;

const test = (electron: string, version: string): number =>
  run("playwright", ["test", "--project=electron", ...process.argv.slice(2)], {
    SATCHEL_ELECTRON: electron,
    SATCHEL_ELECTRON_VERSION: version,
  });

const run = (command: string, args: readonly string[], env: Record<string, string>): number =>
  spawnSync(command, args, {
    cwd: top,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env },
  }).status ?? 1;

process.exitCode = main();
