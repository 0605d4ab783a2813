import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { systemClock } from "../src/main/base/clock.ts";
import { randomIds } from "../src/main/base/ids.ts";
import { silentLog } from "../src/main/base/log.ts";
import { openStore } from "../src/main/store/open-store.ts";
import { createTokenCounter } from "../src/main/tokens/token-counter.ts";
import { Workspace } from "../src/main/workspace/workspace.ts";
import { writeSection } from "./results.ts";
import { watchBeside, watchStretches } from "./main-thread.ts";

/** A project of 2,000 files and 50 MB: how fast it is indexed, whether the thread stays free, and edits. */

const files = Number(process.env.BENCH_FILES ?? 2000);
const bytesEach = Number(process.env.BENCH_BYTES ?? 25 * 1024);
const EDIT_COUNT = 10;

const words = (
  "the oven is hot by five and flour from Fenwick comes on Monday; const price = total * 1.2; " +
  "we close early in November, rye needs 68 % water and twelve hours, ask Ada before any order "
).split(" ");

/** Words in a different order for every file, so that no count is cached. */
const textOf = (seed: number): string => {
  let state = seed * 2654435761;
  const parts: string[] = [];
  for (let length = 0; length < bytesEach;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const word = words[state % words.length] ?? "";
    const part = state % 17 === 0 ? `${word}\n` : state % 23 === 0 ? `${word}${state % 1000} ` : `${word} `;
    parts.push(part);
    length += part.length;
  }
  return parts.join("");
};

const project = realpathSync(mkdtempSync(join(tmpdir(), "satchel-bench-")));
for (let n = 0; n < files; n++) {
  const folder = join(project, "workspace", "knowledge", String(n % 40));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${n}.md`), textOf(n));
}
writeFileSync(join(project, "workspace", "AGENTS.md"), "# Agents\n");

const open = () => {
  const store = openStore(join(project, ".satchel", "index.db"));
  const counter = createTokenCounter();
  const waiting: (() => void)[] = [];
  const workspace = new Workspace({
    project,
    workspaces: () => ["workspace"],
    overlay: () => null,
    store,
    counter,
    encoding: () => "o200k_base",
    ports: { trash: null, ids: randomIds, clock: systemClock, log: silentLog },
    emit: (event) => {
      if (event.event === "workspace.changed") for (const resolve of waiting.splice(0)) resolve();
    },
  });
  const changed = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const close = async () => {
    await workspace.close();
    await counter.close();
    store.close();
  };
  return { workspace, changed, close };
};

const indexed = async () => {
  const opened = open();
  const beside = await watchBeside();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const stretches = watchStretches();
  const from = performance.now();
  opened.workspace.start();
  await opened.workspace.settled();
  const seconds = (performance.now() - from) / 1000;
  // The watcher walks the project, too; its pauses count.
  await opened.workspace.watching();
  await opened.workspace.settled();
  delay.disable();
  const work = stretches();
  const other = await beside();
  return { ...opened, seconds, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6, work, other };
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const first = await indexed();
await first.close();
const again = await indexed();

const outside: number[] = [];
const own: number[] = [];
for (let n = 0; n < EDIT_COUNT; n++) {
  const told = again.changed();
  const from = performance.now();
  writeFileSync(join(project, "workspace", "AGENTS.md"), `# Agents\n\nedit ${n}\n`);
  await told;
  outside.push(performance.now() - from);
  const saved = performance.now();
  await again.workspace.write("workspace", "AGENTS.md", `# Agents\n\nown ${n}\n`);
  own.push(performance.now() - saved);
}
await again.close();
rmSync(project, { recursive: true });

const megabytes = (files * bytesEach) / 1024 / 1024;
const row = (name: string, value: string) => `| ${name} | ${value} |`;
const delays = ({ p99, max, work, other }: Awaited<ReturnType<typeof indexed>>) =>
  `p99 ${p99.toFixed(1)} ms, longest ${max.toFixed(1)} ms; longest work without a break ${work.toFixed(1)} ms; ` +
  `an idle process beside: p99 ${other.p99.toFixed(1)} ms, longest ${other.max.toFixed(1)} ms`;
writeSection(
  "indexing",
  `Indexing ${files} files, ${megabytes.toFixed(0)} MB`,
  "npm run bench:indexing",
  [
    "| | |",
    "|---|---|",
    row("first time", `${first.seconds.toFixed(1)} s, ${(files / first.seconds).toFixed(0)} files/s`),
    row("event-loop delay meanwhile", delays(first)),
    row(
      "again, nothing changed",
      `${again.seconds.toFixed(2)} s, ${(files / again.seconds).toFixed(0)} files/s`,
    ),
    row("event-loop delay meanwhile", delays(again)),
    row(
      "edit from outside to row (500 ms are debounce)",
      `median ${median(outside).toFixed(0)} ms of ${EDIT_COUNT}`,
    ),
    row("own save to row", `median ${median(own).toFixed(0)} ms of ${EDIT_COUNT}`),
  ].join("\n"),
);
