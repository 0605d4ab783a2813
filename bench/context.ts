import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { withBenchProject } from "./context-project.ts";
import { writeSection } from "./results.ts";

/**
 * A preview after a changed budget, against the naive way: reading and tokenising everything each time. Files
 * of 2,000 tokens, a history of 500 turns, one process; the naive side runs on the same files.
 */

const FILES = (process.env.BENCH_FILES ?? "100,1000,10000").split(",").map(Number);
const ROUNDS = 60;
/** Warm-up previews, as many as a second of dragging makes. */
const WARM_UP = 60;
const NAIVE_MOST = 1_000;

const main = async () => {
  const rows: string[] = [];
  for (const files of FILES) rows.push(await measure(files));
  writeSection(
    "context",
    "Preview after a changed budget",
    "npm run bench:context",
    [
      "Files of about 2,000 tokens, a history of 500 turns, manifest only; `first` includes reading. For each limit that is dragged, after a second of dragging: p50 · p95 on the clock · mean user time of one preview on a core, all threads; on a busy machine the clock says more about its neighbours. The naive way reads and tokenises every file each time; time of day, CPU, and how many times the CPU of a preview that is.",
      "",
      `Processes that wanted a core during the run: ${loadavg()[0]?.toFixed(0)}.`,
      "",
      "| files | tokens | first | total | perFile | window | gpt-tokenizer | js-tiktoken |",
      "|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

const measure = (files: number): Promise<string> =>
  withBenchProject(files, async ({ folder, preview }) => {
    const first = await timed(() => preview({}));
    const total = await series((index) => preview({ profile: { total: 100_000 + index * 500 } }));
    await preview({ profile: { perFile: 1_000 } });
    const perFile = await series((index) => preview({ profile: { perFile: 900 + index * 7 } }));
    await preview({ window: 60_000 });
    const window = await series((index) => preview({ window: 60_000 + index * 501 }));
    const tokens = (await preview({ window: 100_000_000, profile: { total: 90_000_000 } })).manifest.window
      .used;
    const naive = files <= NAIVE_MOST ? await naiveWays(join(folder, "workspace"), total.cpu) : ["", ""];
    return `| ${[files, tokens, ms(first), ...[total, perFile, window].map(figures), ...naive].join(" | ")} |`;
  });

/** Each with wall-clock time and CPU time, and how many previews fit into the latter. */
const naiveWays = async (folder: string, preview: number): Promise<string[]> => {
  const { encode } = await import("gpt-tokenizer/encoding/o200k_base");
  const { Tiktoken } = await import("js-tiktoken/lite");
  const { default: ranks } = await import("js-tiktoken/ranks/o200k_base");
  const reference = new Tiktoken(ranks);
  const all = async (count: (text: string) => number) => {
    const before = process.cpuUsage();
    const wall = await timed(() => {
      let sum = 0;
      for (const name of readdirSync(folder)) sum += count(readFileSync(join(folder, name), "utf8"));
      return sum;
    });
    const cpu = userMs(before);
    return `${ms(wall)}, ${ms(cpu)} (${Math.round(cpu / preview)}×)`;
  };
  return [
    await all((text) => encode(text, { disallowedSpecial: new Set() }).length),
    await all((text) => reference.encode(text, [], []).length),
  ];
};

const userMs = (before: NodeJS.CpuUsage): number => process.cpuUsage(before).user / 1_000;

const timed = async (run: () => unknown): Promise<number> => {
  const from = performance.now();
  await run();
  return performance.now() - from;
};

type Series = { readonly times: readonly number[]; readonly cpu: number };

const series = async (run: (index: number) => Promise<unknown>): Promise<Series> => {
  for (let index = 0; index < WARM_UP; index++) await run(index);
  const before = process.cpuUsage();
  const times: number[] = [];
  for (let index = 0; index < ROUNDS; index++) times.push(await timed(() => run(index)));
  return { times: times.sort((a, b) => a - b), cpu: userMs(before) / ROUNDS };
};

const figures = ({ times, cpu }: Series): string =>
  [at(times, 0.5), at(times, 0.95), cpu].map(ms).join(" · ");

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const ms = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;

await main();
