import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What is not as the protocol has it, by scenario; a scenario without a word of complaint has an empty list. */
export type Complaints = ReadonlyMap<string, readonly string[]>;

type Check = { readonly name: string; readonly status: string; readonly errorMessage?: string };

const PROGRAM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));

/** Every server scenario of the protocol's own test program, which talks to the address as a client. */
export const runScenarios = async (url: string): Promise<Complaints> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-conformance-"));
  try {
    await run(["server", "--url", url, "--suite", "all", "-o", folder]);
    return new Map(readdirSync(folder).map((name) => [scenarioOf(name), complaintsIn(join(folder, name))]));
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

const complaintsIn = (folder: string): readonly string[] => {
  const checks = JSON.parse(readFileSync(join(folder, "checks.json"), "utf8")) as readonly Check[];
  return checks
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ name, status, errorMessage }) => `${status} ${name}: ${errorMessage ?? ""}`);
};
