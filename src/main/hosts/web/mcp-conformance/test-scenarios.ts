import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the test program says of a scenario. One in which nothing was checked has not passed. */
export type Finding = { readonly how: "passes" | "warns" | "fails"; readonly complaints: readonly string[] };

type Check = { readonly name: string; readonly status: string; readonly errorMessage?: string };

const PROGRAM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** Every server scenario of the protocol's own test program, which talks to the address as a client. */
export const runScenarios = (url: string): Promise<ReadonlyMap<string, Finding>> =>
  findingsOf(["server", "--url", url, "--suite", "all"]);

/** One of them, by itself. */
export const runScenario = async (url: string, name: string): Promise<Finding | undefined> =>
  (await findingsOf(["server", "--url", url, "--scenario", name])).get(name);

const findingsOf = async (args: readonly string[]): Promise<ReadonlyMap<string, Finding>> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-conformance-"));
  try {
    await run([...args, "-o", folder]);
    return new Map(readdirSync(folder).map((name) => [scenarioOf(name), findingIn(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** It exits with 1 when a scenario failed; what it wrote says which. */
const run = (args: readonly string[]): Promise<void> =>
  new Promise((done) => {
    execFile(process.execPath, [PROGRAM, ...args], { maxBuffer: 64 * 1024 * 1024 }, () => done());
  });

/** `server-ping-2026-11-19T01-02-03-456Z`, where the scenario is `ping`. */
const scenarioOf = (folder: string): string =>
  folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");

const findingIn = (folder: string): Finding => {
  const checks = JSON.parse(readFileSync(join(folder, "checks.json"), "utf8")) as readonly Check[];
  const has = (wanted: string) => checks.some(({ status }) => status === wanted);
  const complaints = checks
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ name, status, errorMessage }) => `${status} ${name}: ${errorMessage ?? ""}`);
  if (has("FAILURE")) return { how: "fails", complaints };
  if (has("WARNING")) return { how: "warns", complaints };
  return has("SUCCESS")
    ? { how: "passes", complaints }
    : { how: "fails", complaints: ["Nothing was checked."] };
};
