import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { launchElectron } from "../e2e/electron/launch-electron.ts";
import { findElectron } from "../src/main/hosts/find-electron.ts";
import { writeSection } from "./results.ts";

/**
 * How long the window waits for the core while it indexes, in a real Electron: both share the main process. The
 * page asks a question that costs nothing, `app.info`, again and again: first with a small project at rest, the
 * floor of this machine at this moment, then while a folder with 2,000 files is opened, read, counted and put into
 * the index, then at rest with that folder.
 */
const FILES = Number(process.env.BENCH_FILES ?? 2_000);
const REST_MS = 8_000;

const top = join(import.meta.dirname, "..");
const electron = findElectron(top);
if (!electron) throw new Error("There is no Electron to measure: name one by SATCHEL_ELECTRON.");

const words = "oven flour Monday rye water order garden train ledger invoice harbour lamp river stone".split(
  " ",
);
const noteOf = (seed: number): string => {
  let state = seed + 1;
  const next = () =>
    words[((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 8) % words.length];
  const sentence = () => `${Array.from({ length: 14 }, next).join(" ")}.`;
  return `# Note ${seed}\n\n${Array.from({ length: 40 }, sentence).join("\n\n")}\n`;
};
const folder = mkdtempSync(join(tmpdir(), "satchel-bench-"));
for (let n = 0; n < FILES; n += 1) {
  const place = join(folder, `Area ${n % 20}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `Note ${n}.md`), noteOf(n));
}

const data = mkdtempSync(join(tmpdir(), "satchel-bench-data-"));
const app = await launchElectron({
  executablePath: electron,
  args: [top, `--user-data-dir=${data}`],
  env: process.env as Record<string, string>,
});
const page = await app.firstWindow();
await page.getByRole("heading", { name: "Where are your files?" }).waitFor();
await page.evaluate(readFileSync(join(import.meta.dirname, "electron-page.js"), "utf8"));
/** Runs one of the functions of `electron-page.js` in the page. */
const inPage = <T>(call: string): Promise<T> => page.evaluate(`window.bench.${call}`);

/** The delay of the main process's own event loop. */
const watchLoop = () =>
  app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    Object.assign(globalThis, { delay });
  });
const readLoop = () =>
  app.evaluate(() => {
    type Delay = { disable(): void; percentile(at: number): number; max: number };
    const { delay } = globalThis as unknown as { delay: Delay };
    delay.disable();
    return { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
  });

const measured = async (what: string, work: () => Promise<void>): Promise<string> => {
  await inPage("start()");
  await watchLoop();
  const from = performance.now();
  await work();
  const seconds = (performance.now() - from) / 1_000;
  const loop = await readLoop();
  const waits = (await inPage<number[]>("stop()")).toSorted((a, b) => a - b);
  const at = (share: number) => `${(waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  const cells = [what, `${seconds.toFixed(1)} s`, waits.length, at(0.5), at(0.99), at(1)];
  return `| ${[...cells, `${loop.p99.toFixed(1)} ms`, `${loop.max.toFixed(1)} ms`].join(" | ")} |`;
};

const rest = () => page.waitForTimeout(REST_MS);
const index = () => inPage<void>(`index(${JSON.stringify(folder)})`);

const load = loadavg()[0]?.toFixed(1);
const rows = [
  await measured("at rest, the sample", rest),
  await measured(`${FILES} files are indexed`, index),
  await measured(`at rest, ${FILES} files`, rest),
];
await app.close();
for (const made of [folder, data]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
writeSection(
  "electron",
  "The window while the core indexes, in Electron",
  "npm run bench:electron",
  [
    "The page asks `app.info` again and again, 5 ms after each answer: the wait of the window for the core, through the bridge. Beside it the delay of the main process's own event loop. The rows at rest are the floor.",
    "",
    `Load of the machine before the run: ${load}.`,
    "",
    "| | time | questions | wait p50 | p99 | longest | loop p99 | longest |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n"),
);
