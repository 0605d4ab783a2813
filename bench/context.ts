import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Overrides } from "../src/shared/contract/context.ts";
import { Context } from "../src/main/context/context.ts";
import { RunStore } from "../src/main/context/runs/run-store.ts";
import { agent, turn } from "../src/main/context/test-gathered.ts";
import { testPorts } from "../src/main/ports/test-ports.ts";
import { openStore } from "../src/main/store/open-store.ts";
import { createTokenCounter } from "../src/main/tokens/token-counter.ts";
import { Workspace } from "../src/main/workspace/workspace.ts";
import { writeSection } from "./results.ts";

/**
 * A preview after a changed budget, against the naive way: read and tokenise everything each time. Files of
 * 2,000 tokens, a history of 500 turns, one process; the naive side runs on the same files.
 */

const FILES = (process.env.BENCH_FILES ?? "100,1000,10000").split(",").map(Number);
const TURNS = 500;
const ROUNDS = 60;
/** Previews before those that count, as many as a second of dragging makes. */
const WARM_UP = 60;
const NAIVE_MOST = 1_000;

const WORDS =
  "the oven needs flour and a calm hand before dawn; orders from Fenwick arrive by noon, rye first, then sourdough".split(
    " ",
  );

const textOf = (seed: number) => {
  let text = `# File ${seed}\n\n`;
  for (let index = 0; index < 1_860; index++) {
    text += `${WORDS[(index * 7 + seed * 13 + (index >> 5)) % WORDS.length]}${index % 17 === 16 ? ".\n" : " "}`;
  }
  return text;
};

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

const measure = async (files: number): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-bench-"));
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "AGENTS.md"), textOf(0));
  for (let index = 1; index < files; index++) {
    writeFileSync(join(folder, "workspace", `file-${index}.md`), textOf(index));
  }
  const counter = createTokenCounter({ workers: 1 });
  const store = openStore(join(folder, ".satchel", "index.db"));
  const ports = testPorts();
  const workspace = new Workspace({
    project: folder,
    workspaces: () => ["workspace"],
    overlay: () => null,
    store,
    counter,
    encoding: () => "o200k_base",
    ports,
    emit: () => {},
    watch: false,
  });
  try {
    workspace.start();
    await workspace.settled();
    const context = contextOf(folder, workspace, counter, new RunStore(store.db, () => 1));
    const preview = (overrides: Overrides) =>
      context.preview({ message: "What now?", session: "s", overrides, include: ["manifest"] });

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
  } finally {
    await workspace.close();
    await counter.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

const contextOf = (
  folder: string,
  workspace: Workspace,
  counter: ReturnType<typeof createTokenCounter>,
  runs: RunStore,
): Context => {
  const history = Array.from({ length: TURNS * 2 }, (_, index) =>
    turn(`m${index}`, index % 2 === 0 ? "user" : "assistant", textOf(index).slice(0, 400)),
  );
  const only = agent({ maxContextTokens: 400_000, maxOutputTokens: 4_096 });
  return new Context({
    ...testPorts(),
    counter,
    runs,
    files: workspace.files,
    readProjectFile: async (path) => ({ ...(await workspace.read("", path)), realRole: "other" }),
    knowledgePaths: async () => [],
    projectFiles: async () => ({ files: [], isCut: false }),
    agent: () => only,
    workspaces: () => ["workspace"],
    folder,
    operatingSystem: "Linux",
    env: {},
    projectName: () => "bench",
    timeZone: () => "UTC",
    defaultModel: () => undefined,
    user: () => ({ id: "", name: "" }),
    savedProfiles: async () => [],
    recall: async () => [],
    memoryState: () => "",
    session: async () => ({ id: "s", agent: only.id, kind: "main", history }),
    tools: () => [],
    servedWindow: () => null,
  });
};

/** Each with the time of day and the time on a core; and how many previews fit into the latter. */
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
