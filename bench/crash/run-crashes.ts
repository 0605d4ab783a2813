import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import type { Job } from "./child.ts";
import { type Done, randomFrom, type Scenario, type Step } from "./scenario.ts";

export type Options = {
  readonly scenarios: readonly Scenario[];
  /** Over all scenarios. With faults: how many faults. */
  readonly kills: number;
  readonly seed: number;
  readonly faultsPerThousand: number;
  readonly report: (line: string) => void;
};

export type Outcome = { kills: number; faults: number; acknowledged: number; problems: string[] };

/** Kills of one project, before a new one is made. */
const KILLS_PER_PROJECT = 8;
/** A child is killed at a random moment of its first so many milliseconds of work, unless its scenario says. */
const MAX_WORK_MS = 1500;

/** Runs the scenarios in turn, each kill with numbers of its own from the seed. */
export const runCrashes = async (options: Options): Promise<ReadonlyMap<string, Outcome>> => {
  const outcomes = new Map<string, Outcome>(
    options.scenarios.map(({ name }) => [name, { kills: 0, faults: 0, acknowledged: 0, problems: [] }]),
  );
  const total = () => [...outcomes.values()].reduce((sum, each) => sum + amount(options, each), 0);
  for (let round = 0; total() < options.kills; round += 1) {
    for (const [index, scenario] of options.scenarios.entries()) {
      const outcome = outcomes.get(scenario.name);
      if (!outcome || total() >= options.kills) break;
      const left = options.kills - total();
      await runProject(scenario, options, options.seed + round * 1000 + index, left, outcome);
      options.report(
        `${scenario.name.padEnd(12)} ${outcome.kills} kills, ${outcome.faults} faults, ${outcome.acknowledged} acknowledged, ${outcome.problems.length} problems`,
      );
    }
  }
  return outcomes;
};

const amount = ({ faultsPerThousand }: Options, { kills, faults }: Outcome) =>
  faultsPerThousand > 0 ? faults : kills;

/** One project: work, kill, open again and look, some times over. */
const runProject = async (
  scenario: Scenario,
  options: Options,
  seed: number,
  left: number,
  outcome: Outcome,
) => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-crash-"));
  const project = join(folder, "project");
  const files = { "workspace/AGENTS.md": "Answer.\n", ...scenario.files };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const server = await startWireServer(
    scenario.name === "streams"
      ? [{ kind: "endless", chunk: "crumb ", delay: 1 }]
      : [{ kind: "text", chunks: ["SUMMARY ", "of it."] }],
  );
  const random = randomFrom(seed);
  const acknowledged: Step[] = [];
  const open: { n: number; heard: string }[] = [];
  let next = 0;
  const found = (problems: readonly string[]) =>
    outcome.problems.push(...problems.map((each) => `${scenario.name} (seed ${seed}): ${each}`));
  try {
    const share = Math.ceil(options.kills / options.scenarios.length);
    const rounds = options.faultsPerThousand > 0 ? 2 : Math.min(KILLS_PER_PROJECT, share, left);
    for (let kill = 0; kill < rounds; kill += 1) {
      const job = jobOf(scenario, options, {
        project,
        folder,
        server,
        seed: seed + kill,
        next,
        done: { acknowledged, open },
      });
      const ran = await runChild(
        job,
        20 + random() * (scenario.workMs ?? MAX_WORK_MS) * (options.faultsPerThousand > 0 ? 8 : 1),
      );
      found(ran.checked);
      if (ran.broke !== null) found([ran.broke]);
      if (ran.broke === null) outcome.kills += 1;
      outcome.faults += ran.faults;
      outcome.acknowledged += ran.acknowledged.length;
      acknowledged.push(...ran.acknowledged);
      // What was open before stays open: the look did not say whether it had happened.
      open.push(...ran.open);
      next = Math.max(next, ran.last + 1);
    }
    const last = jobOf(scenario, options, {
      project,
      folder,
      server,
      seed,
      next,
      done: { acknowledged, open },
    });
    const looked = await runChild({ ...last, checkOnly: true }, null);
    found([...looked.checked, ...(looked.broke === null ? [] : [looked.broke])]);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

type Where = { project: string; folder: string; server: WireServer; seed: number; next: number; done: Done };

const jobOf = (
  { name }: Scenario,
  { faultsPerThousand }: Options,
  { project, folder, server, seed, next, done }: Where,
): Job => ({
  scenario: name,
  project,
  userData: join(folder, "data"),
  server: server.origin,
  seed,
  next,
  done,
  checkOnly: false,
  faultsPerThousand,
});

type Ran = {
  checked: string[];
  acknowledged: Step[];
  open: { n: number; heard: string }[];
  last: number;
  faults: number;
  broke: string | null;
};

type Said = {
  checked?: string[];
  ready?: boolean;
  begin?: number;
  heard?: number;
  text?: string;
  acknowledged?: number;
  failed?: number;
  why?: string;
  result?: string;
  faults?: number;
};

/** Without a time it is left alone until it ends by itself. */
const runChild = async (job: Job, killAfterMs: number | null): Promise<Ran> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "child.ts")], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = once(child, "close") as Promise<[number | null, string | null]>;
  child.stdin.end(JSON.stringify(job));
  let errors = "";
  child.stderr.on("data", (data: Buffer) => (errors += data.toString("utf8")));
  const ran: Ran = { checked: [], acknowledged: [], open: [], last: job.next - 1, faults: 0, broke: null };
  const begun = new Map<number, string>();
  let isReady = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const said = JSON.parse(line) as Said;
    if (said.checked) ran.checked = said.checked;
    if (said.ready && killAfterMs !== null) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    if (said.ready) isReady = true;
    if (said.begin !== undefined) begun.set(said.begin, "");
    if (said.begin !== undefined) ran.last = said.begin;
    if (said.heard !== undefined) begun.set(said.heard, (begun.get(said.heard) ?? "") + (said.text ?? ""));
    ran.faults = said.faults ?? ran.faults;
    if (said.acknowledged === undefined) return;
    begun.delete(said.acknowledged);
    ran.acknowledged.push({ n: said.acknowledged, result: said.result ?? "" });
  });
  const [, signal] = await ended;
  const isExpected = job.checkOnly ? errors === "" || signal === null : isReady && signal === "SIGKILL";
  if (!isExpected)
    ran.broke = `the process ended by itself: ${errors.trim().split("\n").slice(0, 6).join(" ") || String(signal)}`;
  ran.open = [...begun].map(([n, heard]) => ({ n, heard }));
  return ran;
};
