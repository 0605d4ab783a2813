import { loadavg } from "node:os";
import type { Overrides } from "../src/shared/contract/context.ts";
import { type BenchProject, withBenchProject } from "./context-project.ts";
import { writeSection } from "./results.ts";

/**
 * What it costs to find the fix of one selected file by asking the real assembler, bisecting one field,
 * instead of computing it. A frame is 16 ms.
 */

const FILES = (process.env["BENCH_FILES"] ?? "100,1000").split(",").map(Number);
const WARM_UP = 3;
const ROUNDS = 15;

type Case = {
  readonly name: string;
  /** The limit at which the file is left out or cut. */
  readonly from: number;
  readonly tried: (value: number) => Overrides;
};

const PLENTY = 100_000_000;
const CASES: readonly Case[] = [
  { name: "total", from: 100_000, tried: (total) => ({ profile: { total }, window: PLENTY }) },
  { name: "window", from: 60_000, tried: (window) => ({ window }) },
  {
    name: "perFile",
    from: 900,
    tried: (perFile) => ({ profile: { perFile, total: PLENTY }, window: PLENTY }),
  },
];

const main = async () => {
  const rows: string[] = [];
  for (const files of FILES) {
    rows.push(
      ...(await withBenchProject(files, async (project) => {
        await project.preview({});
        const measured: string[] = [];
        for (const each of CASES) measured.push(await measure(files, each, project));
        return measured;
      })),
    );
  }
  writeSection(
    "fixes",
    "A fix by search",
    "npm run bench:fixes",
    [
      "The first file that a limit leaves out or cuts: the fix in the manifest, what bisecting the same field with the real assembler finds, how many previews that takes, p50 on the clock and mean user time on a core. The manifest has a fix for every segment, at no extra preview.",
      "",
      `Processes that wanted a core during the run: ${loadavg()[0]?.toFixed(0)}.`,
      "",
      "| files | field | fix in the manifest | found by search | previews | p50 | CPU |",
      "|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

const measure = async (files: number, { name, from, tried }: Case, { preview }: BenchProject) => {
  const { segments } = (await preview(tried(from))).manifest;
  const lost = segments.find(({ layer, status }) => layer === "files" && status !== "included");
  if (!lost) throw new Error(`No file is left out with ${name} = ${from}.`);
  const all = segments.reduce((sum, { raw }) => sum + raw.tokens + FRAMING, 0);
  const search = () => bisect(lost.id, tried, from, all, preview);
  for (let round = 0; round < WARM_UP; round++) await search();
  const times: number[] = [];
  const before = process.cpuUsage();
  let found = await search();
  for (let round = 1; round < ROUNDS; round++) {
    const start = performance.now();
    found = await search();
    times.push(performance.now() - start);
  }
  const cpu = process.cpuUsage(before).user / 1_000 / ROUNDS;
  times.sort((a, b) => a - b);
  const p50 = times[Math.floor(times.length / 2)] ?? 0;
  const fix = JSON.stringify(lost.detail?.fix ?? null).replaceAll('"', "");
  return `| ${[files, name, `\`${fix}\``, found.value, found.previews, ms(p50), ms(cpu)].join(" | ")} |`;
};

/** Maximum tokens of a header and a separator. */
const FRAMING = 50;

/** The smallest value with which the segment is sent whole. */
const bisect = async (
  id: string,
  tried: Case["tried"],
  from: number,
  to: number,
  preview: BenchProject["preview"],
) => {
  let [tooLow, value, previews] = [from, to, 0];
  while (value - tooLow > 1) {
    const middle = Math.floor((tooLow + value) / 2);
    const { manifest } = await preview(tried(middle));
    previews += 1;
    if (manifest.segments.find((each) => each.id === id)?.status === "included") value = middle;
    else tooLow = middle;
  }
  return { value, previews };
};

const ms = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;

await main();
