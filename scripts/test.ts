import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "./find-browser.ts";
import { findElectron } from "../src/main/hosts/find-electron.ts";

/**
 * Everything a check needs, in one command. Each step prints what it does; a failing step does not keep the
 * next from running. The failed steps are listed at the end, and the last line counts: `N passed, N failed`.
 */
const top = join(import.meta.dirname, "..");
const reports = join(top, "e2e", ".artifacts", "reports");

type Count = { readonly passed: number; readonly failed: number };

const failedSteps: string[] = [];

const main = () => {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const counts = [
    step("format", "oxfmt", ["--check"]),
    step("lint", "oxlint", ["--type-aware"]),
    step("types", "node", ["scripts/types.ts"]),
    step("knip", "knip", []),
    step("direction", "node", ["scripts/direction.ts"]),
    step("function length", "node", ["scripts/function-length.ts"]),
    // Before the unit tests: some of them run build outputs, such as the embedding model.
    step("build", "npm", ["run", "-s", "build"]),
    unit(),
    browserTests(),
    electronTests(),
  ];
  const sum = counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }));
  if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(", ")}.`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
};

/** A step that is a single check. */
const step = (name: string, command: string, args: readonly string[]): Count => {
  const status = run(name, command, args);
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

const unit = (): Count => {
  const report = join(reports, "unit.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const status = run("unit", "vitest", args);
  return counted(report, status, (json) => ({
    passed: Number(json.numPassedTests),
    failed: Number(json.numFailedTests),
  }));
};

const browserTests = (): Count => {
  const browser = findBrowser();
  if (!browser) {
    console.error("\nNo browser could be found or installed, so the end-to-end tests did not run.");
    failedSteps.push("e2e");
    return { passed: 0, failed: 1 };
  }
  console.log(`\nBrowser: ${browser.path ?? "Playwright's"} (${browser.how}).`);
  return playwright("e2e", "web", browser.path ? { SATCHEL_CHROMIUM: browser.path } : {});
};

const electronTests = (): Count => {
  const electron = findElectron(top);
  if (!electron) {
    console.log("\nElectron's binary is not on this machine, so its end-to-end tests are left out.");
    return { passed: 0, failed: 0 };
  }
  const report = join(reports, "electron.json");
  const status = run("e2e:electron", "npm", ["run", "-s", "e2e:electron"], {
    SATCHEL_ELECTRON: electron,
    SATCHEL_REPORT: report,
  });
  return playwrightCount(report, status);
};

const playwright = (name: string, project: string, env: Record<string, string>): Count => {
  const report = join(reports, `${project}.json`);
  const status = run(name, "playwright", ["test", `--project=${project}`], {
    ...env,
    SATCHEL_REPORT: report,
  });
  return playwrightCount(report, status);
};

/** `flaky` passed on a retry. */
const playwrightCount = (report: string, status: number) =>
  counted(report, status, (json) => {
    const stats = json.stats as { expected: number; unexpected: number; flaky: number };
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });

/**
 * Reads a runner's report. A runner that failed without a failing test, or found no test, is itself a
 * failure.
 */
const counted = (report: string, status: number, read: (json: Record<string, unknown>) => Count): Count => {
  try {
    const count = read(JSON.parse(readFileSync(report, "utf8")) as Record<string, unknown>);
    const unseen = count.passed + count.failed === 0 || (status !== 0 && count.failed === 0);
    return unseen ? { ...count, failed: count.failed + 1 } : count;
  } catch {
    return { passed: 0, failed: 1 };
  }
};

const run = (name: string, command: string, args: readonly string[], env: Record<string, string> = {}) => {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const done = spawnSync(command, args, {
    cwd: top,
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (done.status !== 0) failedSteps.push(name);
  console.log(`— ${name}: ${done.status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return done.status ?? 1;
};

main();
