import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Listing } from "../src/main/readers/gather/listing.ts";
import { readers } from "../src/main/readers/readers.ts";
import { Xray } from "../src/main/readers/xray.ts";
import { ranksFolder } from "../src/main/tokens/load-ranks.ts";
import { createTokenCounter } from "../src/main/tokens/token-counter.ts";
import { writeSection } from "./results.ts";

/**
 * What it costs to say what every known program reads of a folder: the first look (walk, read, count), a look
 * after a saved edit (one file is read again), and one for each key while a file is typed. A frame is 16 ms.
 */

const FILES = (process.env["BENCH_FILES"] ?? "500,5000").split(",").map(Number);
const ROUNDS = 25;
const WARM_UP = 5;

const counter = createTokenCounter({ ranks: ranksFolder("resources") });

const main = async () => {
  const rows: string[] = [];
  for (const files of FILES) rows.push(await measure(files));
  await counter.close();
  writeSection(
    "xray",
    "X-ray: what other programs read",
    "npm run bench:xray",
    [
      `A repository with that many instruction files (AGENTS.md, CLAUDE.md, Cursor, Copilot and Cline rules in packages) among ten times as many others, all ${readers.length} readers. First: walk, read, count tokens, findings. After a save: one file is read again. A key: a text that is not saved; its main-thread time is user time on a core, the mean. Repeated rules are compared apart, when typing pauses. p50 and p95 of ${ROUNDS} on the clock.`,
      "",
      `Processes that wanted a core during the run: ${loadavg()[0]?.toFixed(0)}.`,
      "",
      "| files | first look | read then | after a save, p50 | p95 | read then | a key, p50 | p95 | CPU of the main thread | repeated rules | heap |",
      "|---|---|---|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n"),
  );
};

const measure = async (count: number): Promise<string> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-bench-xray-")));
  try {
    fill(folder, count);
    // On a busy machine the limit of 10 seconds would measure a part of the folder.
    const bounds = { maxMs: 300_000 };
    const listing = new Listing({ folder, home: tmpdir(), mayLookOutside: () => false, bounds });
    const xray = new Xray(listing, counter, () => "o200k_base");
    const look = (text?: string) =>
      xray.look({
        cwd: "",
        touched: [],
        again: false,
        drafts: text === undefined ? [] : [{ path: "AGENTS.md", text }],
      });
    const start = performance.now();
    await look();
    const first = performance.now() - start;
    const readFirst = listing.readCount;
    const saves: number[] = [];
    let readAgain = 0;
    let cpu = 0;
    const keys: number[] = [];
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      writeFileSync(join(folder, "AGENTS.md"), textOf(200, round));
      listing.changed(["AGENTS.md"]);
      const saved = performance.now();
      await look();
      if (round >= WARM_UP) saves.push(performance.now() - saved);
      readAgain = listing.readCount;
      const typed = performance.now();
      const before = process.threadCpuUsage();
      await look(`${textOf(200, round)}x`);
      if (round >= WARM_UP) cpu += process.threadCpuUsage(before).user / 1_000 / ROUNDS;
      if (round >= WARM_UP) keys.push(performance.now() - typed);
    }
    writeFileSync(join(folder, "AGENTS.md"), "last\n");
    listing.changed(["AGENTS.md"]);
    await look();
    const compared = performance.now();
    await xray.overlaps("", []);
    const overlapsMs = performance.now() - compared;
    const heap = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
    const cells = [
      count,
      ms(first),
      readFirst,
      ms(at(saves, 0.5)),
      ms(at(saves, 0.95)),
      readAgain,
      ms(at(keys, 0.5)),
      ms(at(keys, 0.95)),
      ms(cpu),
      ms(overlapsMs),
      `${heap} MB`,
    ];
    return `| ${cells.join(" | ")} |`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const KINDS = [
  "AGENTS.md",
  "CLAUDE.md",
  ".cursor/rules/style.mdc",
  ".github/instructions/code.instructions.md",
  ".clinerules/rules.md",
];

const fill = (folder: string, count: number): void => {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  put(".git/HEAD", "ref: refs/heads/main\n");
  put("AGENTS.md", textOf(200, 0));
  for (let index = 1; index < count; index += 1) {
    const kind = KINDS[index % KINDS.length] ?? "AGENTS.md";
    put(
      `packages/p${Math.floor(index / KINDS.length)}/${kind}`,
      `---\nglobs: src/**\n---\n${textOf(12, index)}`,
    );
  }
  for (let index = 0; index < count * 10; index += 1)
    put(`packages/p${index % Math.ceil(count / KINDS.length)}/src/f${index}.ts`, "");
};

const textOf = (lines: number, seed: number): string =>
  Array.from(
    { length: lines },
    (_, line) => `- Rule ${line} of ${seed}: keep functions small and name them for what they return.`,
  ).join("\n");

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
const ms = (time: number): string => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;

await main();
