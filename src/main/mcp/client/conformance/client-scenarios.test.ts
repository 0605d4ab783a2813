import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * The client scenarios of `@modelcontextprotocol/conformance`, all of them, against Satchel's client. It plays the
 * servers itself, on this machine.
 */
const PROGRAM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
const CLIENT = fileURLToPath(new URL("conformance-client.fixture.ts", import.meta.url));
const MAX_MS = 240_000;

/**
 * Satchel has no OAuth: a server gets the headers that the user entered for its address, and one that wants a sign-in
 * is reported as such. These scenarios test the sign-in. A scenario that passes must not be in the list.
 */
const NEEDS_OAUTH = [
  "auth/2025-03-26-oauth-endpoint-fallback",
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/basic-cimd",
  "auth/client-credentials-basic",
  "auth/client-credentials-jwt",
  "auth/cross-app-access-complete-flow",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/offline-access-not-supported",
  "auth/offline-access-scope",
  "auth/pre-registration",
  "auth/scope-from-scopes-supported",
  "auth/scope-from-www-authenticate",
  "auth/scope-omitted-when-undefined",
  "auth/scope-retry-limit",
  "auth/scope-step-up",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-none",
  "auth/token-endpoint-auth-post",
];

type Check = { readonly name: string; readonly status: string; readonly errorMessage?: string };

it(
  "passes every client scenario of the protocol's own test program that needs no sign-in",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "satchel-conformance-"));
    try {
      const command = [process.execPath, CLIENT].map((part) => `"${part}"`).join(" ");
      await run(["client", "--suite", "all", "--timeout", "60000", "--command", command, "-o", folder]);
      const found = readResults(folder);
      expect(found.size).toBe(26);
      const passed = [...found].flatMap(([scenario, complaints]) =>
        complaints.length === 0 ? [scenario] : [],
      );
      const failed = Object.fromEntries(
        [...found].filter(([scenario, { length }]) => length > 0 && !NEEDS_OAUTH.includes(scenario)),
      );
      expect(failed).toEqual({});
      expect(passed.filter((scenario) => NEEDS_OAUTH.includes(scenario))).toEqual([]);
      expect(passed.length + NEEDS_OAUTH.length).toBe(26);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  MAX_MS,
);

/** It exits with 1 when a scenario failed; what it wrote says which. */
const run = (args: readonly string[]): Promise<void> =>
  new Promise((done) => {
    execFile(process.execPath, [PROGRAM, ...args], { maxBuffer: 64 * 1024 * 1024 }, () => done());
  });

/**
 * What is not as the protocol has it, by scenario. One in which nothing was checked did not pass. That it came
 * back late is no complaint: it says how busy the machine is. Coming back too early is one.
 */
const readResults = (folder: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("checks.json"))
      .map((path) => [scenarioOf(path), complaintsIn(join(folder, path))]),
  );

/** `auth/basic-cimd-2026-11-19T01-02-03-456Z/checks.json`, where the scenario is `auth/basic-cimd`. */
const scenarioOf = (path: string): string =>
  path.replaceAll("\\", "/").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z\/checks\.json$/, "");

const complaintsIn = (path: string): readonly string[] => {
  const checks = JSON.parse(readFileSync(path, "utf8")) as readonly Check[];
  if (!checks.some(({ status }) => status === "SUCCESS" || status === "FAILURE"))
    return ["Nothing was checked."];
  return checks
    .filter(({ status, errorMessage = "" }) => status === "FAILURE" && !errorMessage.includes("very late"))
    .map(({ name, errorMessage }) => `${name}: ${errorMessage ?? ""}`);
};
