import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { makeRestingProject } from "./idle/resting-project.ts";
import { makeFiguresPage } from "./figures/figures-page.ts";

/**
 * Makes the table of figures again, in under 15 minutes: each bench in a process of its own, one after the other,
 * and then `docs/figures.md`. What has no time left is named, and its figures stay those of the run before with
 * their date. Needs a build. `npm run bench -- NAME …` runs only these.
 */
const top = resolve(import.meta.dirname, "..");
const MINUTE = 60_000;
const ALL_MS = 14.5 * MINUTE;

type Bench = {
  readonly name: string;
  readonly args: readonly string[];
  /** A bench that takes longer is ended. */
  readonly mostMs: number;
};

/** Those that ours are compared with most often come first. `KEEP` is a large project that several need. */
const benches: readonly Bench[] = [
  { name: "tokens", args: ["bench/tokens.ts", "counting"], mostMs: MINUTE },
  { name: "context", args: ["bench/context.ts"], mostMs: 1.5 * MINUTE },
  { name: "turns", args: ["bench/turns/turns.ts"], mostMs: 3 * MINUTE },
  { name: "disk", args: ["bench/disk.ts"], mostMs: MINUTE },
  { name: "recall", args: ["bench/recall/recall.ts"], mostMs: 2 * MINUTE },
  { name: "search", args: ["bench/search/search.ts"], mostMs: 2 * MINUTE },
  { name: "idle", args: ["bench/idle.ts", "--keep", "KEEP"], mostMs: 5 * MINUTE },
  { name: "removal", args: ["bench/removal.ts", "--keep", "KEEP", "--rows", "30000"], mostMs: MINUTE },
  { name: "first-search", args: ["bench/first-search.ts", "--keep", "KEEP"], mostMs: MINUTE },
  { name: "budget", args: ["bench/budget.ts"], mostMs: 2 * MINUTE },
  { name: "app", args: ["bench/app/app.ts"], mostMs: 2 * MINUTE },
  { name: "vault", args: ["bench/vault.ts"], mostMs: 1.5 * MINUTE },
  { name: "signs", args: ["bench/search/sign-recall.ts"], mostMs: MINUTE },
  { name: "indexing", args: ["bench/indexing.ts"], mostMs: MINUTE },
  { name: "fixes", args: ["bench/fixes.ts"], mostMs: MINUTE },
  { name: "xray", args: ["bench/xray.ts"], mostMs: MINUTE },
  { name: "watch", args: ["bench/watch.ts"], mostMs: MINUTE },
];

const main = async (): Promise<void> => {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) throw new Error(`There is no bench called ${unknown.join(", ")}.`);
  const wanted = asked.length === 0 ? benches : benches.filter(({ name }) => asked.includes(name));
  const until = performance.now() + ALL_MS;
  const temporary = mkdtempSync(join(tmpdir(), "satchel-bench-all-"));
  const missing: string[] = [];
  try {
    const keep = join(temporary, "large");
    if (wanted.some(({ args }) => args.includes("KEEP")))
      await makeRestingProject(keep, { files: 10_000, memories: 100_000 });
    for (const bench of wanted) {
      const ms = Math.min(bench.mostMs, until - performance.now());
      const problem = ms > 0 ? await run(bench, keep, ms) : "there was no time left for it";
      if (problem !== null) missing.push(`${bench.name}: ${problem}`);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
  }
  makeFiguresPage(top);
  console.log(
    missing.length === 0
      ? "All figures are new."
      : `Figures of an earlier run stay, with its date:\n${missing.join("\n")}`,
  );
  process.exitCode = missing.length === 0 ? 0 : 1;
};

/** Null when it came to its end, otherwise why not. */
const run = async ({ name, args }: Bench, keep: string, ms: number): Promise<string | null> => {
  console.log(`\n${name} …`);
  const filled = args.map((arg) => (arg === "KEEP" ? keep : arg));
  // A group of its own, because benches start servers and browsers.
  const child = spawn(process.execPath, filled, {
    cwd: top,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endGroup(child);
  }, ms);
  const code = await new Promise<number | null>((done) => child.once("exit", done));
  clearTimeout(timer);
  if (isLate) return `it was ended after ${Math.round(ms / 1000)} s`;
  return code === 0 ? null : `it failed with code ${code}`;
};

const endGroup = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended in the same moment.
  }
};

await main();
