import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "#shared/contract/index.ts";
import { shareInterval } from "#shared/model/proportion.ts";
import { startWireServer, type WireServer } from "../e2e/wire-server/start-wire-server.ts";
import { bootstrapInterval, pairedIntervalOf } from "../src/main/trials/result/paired-interval.ts";
import { randomFrom } from "../src/main/trials/result/random.ts";
import { openLab } from "./open-lab.ts";
import { writeSection } from "./results.ts";

/**
 * Whether trials of two identical variants say "different" too often: through the whole core with a server that
 * answers at random, and by the interval alone for more sizes. And what a trial adds to bare calls.
 */

const TRIALS = Number(process.env["BENCH_TRIALS"] ?? 200);
const MAX_MS = Number(process.env["BENCH_MINUTES"] ?? 60) * 60_000;
const QUESTIONS = 10;
const SIMULATED = Number(process.env["BENCH_SIMULATED"] ?? 2_000);
const SIZES = [6, 8, 10, 20, 40, 100] as const;
const CALLS = 100;
const SEED = 20;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const main = async () => {
  const before = loadavg()[0] ?? 0;
  const folder = mkdtempSync(join(tmpdir(), "satchel-bench-trials-"));
  const random = randomFrom(SEED);
  const server = await startWireServer([
    {
      kind: "reply",
      // How hard a question is depends on the question; which variant asks changes nothing.
      to: ({ body }) => {
        const day = Number(/on day (\d+)/.exec(JSON.stringify(body))?.[1] ?? 0);
        const isKnown = random() < 0.1 + (0.8 * day) / QUESTIONS;
        return { kind: "text", chunks: [isKnown ? "At 07:00." : "I do not know."] };
      },
    },
  ]);
  const project = join(folder, "project");
  makeProject(project);
  const { core, client } = await openLab(folder, project, server.origin);
  try {
    const alarms = await falseAlarms(client);
    const overhead = await overheadOf(client, server);
    const simulated = SIZES.map(simulate);
    report(alarms, overhead, simulated, before);
  } finally {
    await core.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const setOf = (count: number, variants: boolean) =>
  [
    ...(variants ? ["variants: [{name: A}, {name: B}]"] : []),
    "questions:",
    ...Array.from(
      { length: count },
      (_, day) => `  - ask: When does it open on day ${day}?\n    checks: [{contains: "07:00"}]`,
    ),
    "",
  ].join("\n");

const makeProject = (project: string) => {
  mkdirSync(join(project, "workspace"), { recursive: true });
  mkdirSync(join(project, "trials"));
  writeFileSync(
    join(project, "agents.yaml"),
    "agents:\n  - id: juno\n    provider: lab\n    model: tiny\n    maxContextTokens: 8192\n    maxOutputTokens: 512\n",
  );
  writeFileSync(join(project, "workspace/AGENTS.md"), "# How Juno works\n\nAnswer briefly.\n");
  writeFileSync(join(project, "trials/same.yaml"), setOf(QUESTIONS, true));
  writeFileSync(join(project, "trials/one.yaml"), setOf(CALLS, false));
};

const run = async (client: Client, path: string): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let id = "";
  const off = client.on("trials.changed", ({ trial }) => {
    if (trial.id === id && trial.status !== "running") resolve();
  });
  ({ id } = await client.call("trials.start", { path }));
  await promise;
  off();
  return id;
};

const falseAlarms = async (client: Client) => {
  let different = 0;
  let bootstrapOnly = 0;
  let trials = 0;
  for (const began = performance.now(); trials < TRIALS; trials++) {
    // A busy machine ends with fewer trials, and says how many.
    if (performance.now() - began > MAX_MS) break;
    const id = await run(client, "trials/same.yaml");
    const { verdict, questions, trial: summary } = await client.call("trials.result", { id });
    if (summary.status !== "done") throw new Error(`A trial ended as ${summary.status}.`);
    if (verdict.kind === "difference") different += 1;
    const differences = questions.map(({ sides: [a, b] }) => (b?.passed ?? 0) - (a?.passed ?? 0));
    const { low, high } = bootstrapInterval(differences, trials);
    if (low > 0 || high < 0) bootstrapOnly += 1;
    await client.call("trials.remove", { id });
  }
  return { different, bootstrapOnly, trials };
};

/** The same requests to the same server, with nothing around them. */
const overheadOf = async (client: Client, server: WireServer) => {
  await run(client, "trials/one.yaml");
  const [sent] = server.chats().slice(-1);
  const begun = performance.now();
  const cpu = process.cpuUsage();
  await run(client, "trials/one.yaml");
  const trialMs = (performance.now() - begun) / CALLS;
  const { user, system } = process.cpuUsage(cpu);
  const bareBegun = performance.now();
  const bareCpu = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) {
    const response = await fetch(`${server.origin}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer k" },
      body: JSON.stringify(sent?.body),
    });
    await response.text();
  }
  const bareMs = (performance.now() - bareBegun) / CALLS;
  const bare = process.cpuUsage(bareCpu);
  const cpuOf = (used: { user: number; system: number }) => (used.user + used.system) / 1_000 / CALLS;
  return { trialMs, bareMs, trialCpu: cpuOf({ user, system }), bareCpu: cpuOf(bare) };
};

const simulate = (size: number) => {
  const random = randomFrom(SEED + size);
  let ours = 0;
  let bootstrap = 0;
  for (let round = 0; round < SIMULATED; round++) {
    const differences = Array.from({ length: size }, (_, question) => {
      const chance = 0.1 + (0.8 * question) / size;
      return (random() < chance ? 1 : 0) - (random() < chance ? 1 : 0);
    });
    const found = pairedIntervalOf(differences, round);
    if ((found.low ?? 0) > 0 || (found.high ?? 0) < 0) ours += 1;
    const drawn = bootstrapInterval(differences, round);
    if (drawn.low > 0 || drawn.high < 0) bootstrap += 1;
  }
  return { size, ours, bootstrap };
};

type Overhead = Awaited<ReturnType<typeof overheadOf>>;

const report = (
  alarms: Awaited<ReturnType<typeof falseAlarms>>,
  { trialMs, bareMs, trialCpu, bareCpu }: Overhead,
  simulated: readonly ReturnType<typeof simulate>[],
  before: number,
) => {
  const { trials } = alarms;
  const { low, high } = shareInterval(alarms.different, trials);
  const share = (count: number, all: number) => percent(count / all);
  writeSection(
    "trials",
    "Trials",
    "npm run bench:trials",
    [
      `**False alarms.** ${trials} trials of two identical variants, ${QUESTIONS} questions each with one check, through the whole core against a local server that answers right or wrong at random (seed ${SEED}; some questions are hard, some easy): **${alarms.different} said "different", ${share(alarms.different, trials)}** (95 %: ${percent(low)} to ${percent(high)}; at most 5 % are allowed). The bootstrap alone would have said so in ${alarms.bootstrapOnly}, ${share(alarms.bootstrapOnly, trials)}.`,
      "",
      `The interval alone, ${SIMULATED} simulated trials for each size:`,
      "",
      "| questions | says different | the bootstrap alone |",
      "|---|---|---|",
      ...simulated.map(
        ({ size, ours, bootstrap }) =>
          `| ${size} | ${share(ours, SIMULATED)} | ${share(bootstrap, SIMULATED)} |`,
      ),
      "",
      `**Overhead.** ${CALLS} questions of a trial, and the same request to the same server with nothing around it; per call, the server answers at once. CPU is of the whole process, in which the server runs, too.`,
      "",
      "| | on the clock | CPU |",
      "|---|---|---|",
      `| bare calls | ${bareMs.toFixed(1)} ms | ${bareCpu.toFixed(1)} ms |`,
      `| trial: assemble, ask, check, store on disk | ${trialMs.toFixed(1)} ms | ${trialCpu.toFixed(1)} ms |`,
      "",
      `Processes that wanted a core: ${before.toFixed(0)} before the run, ${(loadavg()[0] ?? 0).toFixed(0)} at its end.`,
    ].join("\n"),
  );
};

await main();
