import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { bundleChild } from "./bundle-child.ts";
import { teamAddressText } from "../../src/main/team/server/team-address.ts";
import { findPostgres, startTestPostgres, type TestPostgres } from "../../src/main/team/test-postgres.ts";
import { startWireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { cutPower } from "./disk/cut-power.ts";
import type { DiskSetup } from "./disk/setup.ts";
import { lookAtDatabase } from "./look-at-database.ts";
import { runChild } from "./run-child.ts";
import { randomFrom, type Scenario, type Step } from "./scenario.ts";

/**
 * `kill`: the process ends, the system goes on. `faults`: file calls fail while it works, then it is killed.
 * `power`: what no sync made durable is lost with it. `lost-sync`: like `power`, on a disk whose fsync sometimes
 * reports success and does nothing; then acknowledged work may be missing, which is counted and is no problem.
 */
export type Mode = "kill" | "faults" | "power" | "lost-sync";

export type Options = {
  readonly scenarios: readonly Scenario[];
  readonly mode: Mode;
  /** Over all scenarios: kills, or with `faults` how many faults. */
  readonly amount: number;
  readonly seed: number;
  /** Projects that are worked on at the same time. */
  readonly atOnce?: number;
  readonly report: (line: string) => void;
};

export type Outcome = {
  kills: number;
  faults: number;
  acknowledged: number;
  /** Copies of the database that were checked in the middle of work. */
  copies: number;
  /** Power cuts: names and files that lost something, bytes cut off the database's log. */
  names: number;
  files: number;
  logBytes: number;
  /** With `lost-sync`: what was acknowledged and is gone. */
  lost: number;
  problems: string[];
};

/** Kills of one project, before a new one is made. */
const KILLS_PER_PROJECT = 8;
/** A child is killed at a random moment within this many milliseconds of work, unless its scenario says. */
const MAX_WORK_MS = 700;
/** With faults: children of one project, and how many faults a child lives through at most. */
const CHILDREN_WITH_FAULTS = 2;
const MIN_FAULTS = 15;
const MAX_FAULTS = 250;
/** With faults a child has this many times as long. */
const FAULTS_WORK_SHARE = 25;
/** Of the file calls of a child. Some children have few, so that steps of a thousand calls come to their end. */
const MIN_FAULTS_PER_THOUSAND = 1;
const MAX_FAULTS_PER_THOUSAND = 60;
const LOST_SYNCS_PER_THOUSAND = 100;
/** Of the kills of a run with power cuts, this share takes the power as well. */
const CUT_SHARE = 0.7;

/** Runs the scenarios in turn, an equal share of each, each kill with numbers of its own from the seed. */
export const runCrashes = async (options: Options): Promise<ReadonlyMap<string, Outcome>> => {
  const outcomes = new Map<string, Outcome>(options.scenarios.map(({ name }) => [name, nothingYet()]));
  const total = () => [...outcomes.values()].reduce((sum, each) => sum + amountOf(options, each), 0);
  const share = Math.ceil(options.amount / options.scenarios.length);
  for (let round = 0; total() < options.amount; round += 1) {
    const waiting = [...options.scenarios.entries()];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, scenario] = next;
        const outcome = outcomes.get(scenario.name) ?? nothingYet();
        const left = Math.min(options.amount - total(), share - amountOf(options, outcome));
        if (left <= 0) continue;
        const before = outcome.problems.length;
        await runProject(scenario, options, options.seed + round * 1000 + index, left, outcome);
        options.report(`${scenario.name.padEnd(14)} ${summaryOf(outcome)}`);
        for (const problem of outcome.problems.slice(before)) options.report(`  ${problem}`);
      }
    };
    await Promise.all(Array.from({ length: options.atOnce ?? 1 }, work));
  }
  return outcomes;
};

const nothingYet = (): Outcome => ({
  kills: 0,
  faults: 0,
  acknowledged: 0,
  copies: 0,
  names: 0,
  files: 0,
  logBytes: 0,
  lost: 0,
  problems: [],
});

export const summaryOf = (outcome: Outcome): string =>
  [
    `${outcome.kills} kills`,
    `${outcome.faults} faults`,
    `${outcome.acknowledged} acknowledged`,
    `${outcome.copies} copies of the database`,
    `${outcome.names} names and ${outcome.files} files cut`,
    ...(outcome.lost > 0 ? [`${outcome.lost} lost to a disk that lies`] : []),
    `${outcome.problems.length} problems`,
  ].join(", ");

const amountOf = ({ mode }: Options, { kills, faults }: Outcome) => (mode === "faults" ? faults : kills);

/** One project: work, kill, open again and look, some times over. */
const runProject = async (
  scenario: Scenario,
  options: Options,
  seed: number,
  left: number,
  outcome: Outcome,
) => {
  const { mode } = options;
  const program = await bundleChild();
  const folder = mkdtempSync(join(tmpdir(), "satchel-crash-"));
  const project = join(folder, "disk", "project");
  makeFiles(project, scenario);
  const server = await startWireServer(scenario.server ?? [{ kind: "text", chunks: ["SUMMARY ", "of it."] }]);
  const postgres = scenario.postgres ? await startTestPostgres(findPostgres() ?? "") : null;
  const random = randomFrom(seed);
  const acknowledged: Step[] = [];
  const open: { n: number; heard: string }[] = [];
  let next = 0;
  const found = (problems: readonly string[]) =>
    outcome.problems.push(...problems.map((each) => `${scenario.name} (seed ${seed}): ${each}`));
  const isPower = mode === "power" || mode === "lost-sync";
  const recorded = {
    below: join(folder, "disk"),
    log: join(folder, "disk.log"),
    saved: join(folder, "saved"),
  };
  const job = () => ({
    scenario: scenario.name,
    project,
    userData: join(folder, "disk", "data"),
    server: server.origin,
    postgres: postgres && teamAddressText(postgres.owner),
    seed: seed + next,
    next,
    done: { acknowledged, open },
    checkOnly: false,
    faults: mode === "faults",
    powerCut: isPower,
    lostSyncs: mode === "lost-sync",
  });
  const take = ({ missing, damage, broke }: Awaited<ReturnType<typeof runChild>>) => {
    if (mode === "lost-sync") outcome.lost += missing.length;
    else found(missing);
    found(damage);
    if (broke !== null) found([broke]);
  };
  try {
    const rounds = mode === "faults" ? CHILDREN_WITH_FAULTS : Math.min(KILLS_PER_PROJECT, left);
    for (let kill = 0; kill < rounds; kill += 1) {
      const disk: DiskSetup = {
        seed: seed + kill,
        faultsPerThousand:
          mode === "faults"
            ? MIN_FAULTS_PER_THOUSAND * (MAX_FAULTS_PER_THOUSAND / MIN_FAULTS_PER_THOUSAND) ** random()
            : 0,
        recorded: isPower ? recorded : null,
        lostSyncsPerThousand: mode === "lost-sync" ? LOST_SYNCS_PER_THOUSAND : 0,
      };
      const workMs = (scenario.workMs ?? MAX_WORK_MS) * (mode === "faults" ? FAULTS_WORK_SHARE : 1);
      const killAfterMs = 20 + random() * workMs;
      // Mostly few, sometimes many: one after the other, and long lives on a bad disk.
      const maxFaults = Math.ceil(between(() => random() ** 3, MIN_FAULTS, MAX_FAULTS));
      let looking: Promise<void> = Promise.resolve();
      const ran = await runChild(program, job(), disk, {
        killAfterMs,
        ...(mode === "faults" && { maxFaults }),
        working: (child, slowness) => {
          const serverDies = postgres && wait(killAfterMs * slowness * random()).then(() => again(postgres));
          looking = wait(killAfterMs * slowness * random()).then(async () => {
            await serverDies;
            const { looked, problem } = await lookAtDatabase(child, project, random);
            if (looked) outcome.copies += 1;
            if (problem !== null) found([problem]);
          });
        },
      });
      await looking;
      take(ran);
      if (ran.broke === null) outcome.kills += 1;
      outcome.faults += ran.faults;
      outcome.acknowledged += ran.acknowledged.length;
      acknowledged.push(...ran.acknowledged);
      // What was open before stays open: the look did not say whether it had happened.
      open.push(...ran.open);
      next = Math.max(next, ran.last + 1);
      // Sometimes the process ends alone: the next one finds what no sync made durable, and must not build on it.
      if (isPower && (random() < CUT_SHARE || kill === rounds - 1)) {
        const cut = cutPower(recorded, random);
        outcome.names += cut.names;
        outcome.files += cut.files;
        outcome.logBytes += cut.logBytes;
      }
    }
    const still = { seed, faultsPerThousand: 0, recorded: null, lostSyncsPerThousand: 0 };
    take(await runChild(program, { ...job(), checkOnly: true }, still, { killAfterMs: null }));
  } finally {
    await server.close();
    await postgres?.close();
    // For whoever looks into a report.
    if (process.env["SATCHEL_CRASH_KEEP"] === undefined) rmSync(folder, { recursive: true, force: true });
  }
};

/** As after a power cut of the server's machine. */
const again = async (postgres: TestPostgres): Promise<void> => {
  await postgres.kill();
  await postgres.start();
};

const between = (random: () => number, least: number, most: number): number =>
  least + random() * (most - least);

const makeFiles = (project: string, scenario: Scenario): void => {
  const files = { "workspace/AGENTS.md": "Answer.\n", ...scenario.files };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
};
