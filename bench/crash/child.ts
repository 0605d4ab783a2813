import { readdirSync, readFileSync, statSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createClient } from "#shared/contract/index.ts";
import { isTemporaryName } from "../../src/main/base/write-atomic.ts";
import { createCore } from "../../src/main/create-core.ts";
import { fileVault } from "../../src/main/hosts/file-vault.ts";
import { testPorts } from "../../src/main/ports/test-ports.ts";
import { type Done, type Place, randomFrom } from "./scenario.ts";
import { PLANTED_KEY } from "./scenarios/known.ts";
import { scenarios } from "./scenarios.ts";

/** What the parent says on standard input, as one JSON line. */
export type Job = {
  readonly scenario: string;
  readonly project: string;
  readonly userData: string;
  readonly server: string;
  readonly postgres: string | null;
  readonly seed: number;
  readonly next: number;
  readonly done: Done;
  /** Only look; do nothing. */
  readonly checkOnly: boolean;
  /** Whether file calls may fail. */
  readonly faults: boolean;
  /** The last child ended by a power cut: what only a running system holds may be missing. */
  readonly powerCut: boolean;
  /** Some fsync reported success and did nothing: acknowledged work may be missing, damage may not be silent. */
  readonly lostSyncs: boolean;
};

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

const job = JSON.parse(readFileSync(0, "utf8")) as Job;
const scenario = scenarios.find(({ name }) => name === job.scenario);
if (!scenario) throw new Error(`There is no scenario ${job.scenario}.`);

const core = createCore(testPorts({ vault: fileVault(join(job.userData, "keys.json")) }), {
  userData: job.userData,
  resources: "resources",
});
const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
const place: Place = { ...job, client, random: randomFrom(job.seed) };

const everyFile = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

/** A file of this process's own may be gone again. */
const holds = (path: string, text: string): boolean => {
  try {
    return readFileSync(path).includes(text);
  } catch {
    return false;
  }
};

const common = (): string[] => {
  const files = everyFile(job.project);
  const db = new Database(join(job.project, ".satchel", "index.db"), { readonly: true });
  const integrity = db.pragma("integrity_check", { simple: true });
  db.close();
  // This process writes, too; what is older than it was left by one that was killed.
  const isOld = (path: string) =>
    (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < performance.timeOrigin;
  const litter = files.filter(
    (entry) => isTemporaryName(entry.name) && isOld(join(entry.parentPath, entry.name)),
  );
  const leaked = files.filter((entry) => holds(join(entry.parentPath, entry.name), PLANTED_KEY));
  const aside = files.filter(({ name }) => name.includes(".corrupt-"));
  return [
    ...(integrity === "ok" ? [] : [`the database is damaged: ${String(integrity)}`]),
    ...litter.map((entry) => `litter: ${join(entry.parentPath, entry.name)}`),
    ...leaked.map(({ name }) => `a key lies in ${name}`),
    ...aside.map(({ name }) => `set aside as damaged: ${name}`),
  ];
};

await client.call("project.open", { folder: job.project });
await client.call("workspace.files", {});
say({ missing: await scenario.check(place, job.done), damage: common() });
if (job.checkOnly) {
  await core.close();
  process.exit(0);
}

const begun = (await scenario.begin?.(place)) ?? "";
const faults = job.faults ? globalThis.satchelFaults : undefined;
faults?.begin();
// For the next child: of one that is killed, Node keeps nothing by itself.
flushCompileCache();
say({ ready: true });
for (let n = job.next; ; n += 1) {
  say({ begin: n });
  try {
    const result = await scenario.step(place, n, begun, (text) => say({ heard: n, text }));
    say({ acknowledged: n, result, faults: faults?.count() ?? 0 });
  } catch (error) {
    // With faults a step may fail; then it was not acknowledged. Without, it may not.
    say({ failed: n, why: String(error), faults: faults?.count() ?? 0 });
    if (!faults) process.exit(1);
  }
}
