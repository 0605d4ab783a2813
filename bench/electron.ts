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

/**
 * What the main thread of the app works without a pause, in milliseconds of its own CPU time: other programs of a
 * busy machine do not count, unlike in the waits.
 */
const watchWork = () =>
  app.evaluate(() => {
    const own = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1_000;
    };
    const work = { pieces: [] as number[], timer: undefined as NodeJS.Timeout | undefined };
    let before = own();
    work.timer = setInterval(() => {
      const now = own();
      work.pieces.push(now - before);
      before = now;
    }, 1);
    Object.assign(globalThis, { work });
  });
const readWork = () =>
  app.evaluate(() => {
    const { work } = globalThis as unknown as { work: { pieces: number[]; timer: NodeJS.Timeout } };
    clearInterval(work.timer);
    return work.pieces.toSorted((a, b) => a - b);
  });

const measured = async (what: string, during: () => Promise<void>): Promise<string> => {
  await inPage("start()");
  await watchWork();
  const from = performance.now();
  await during();
  const seconds = (performance.now() - from) / 1_000;
  const work = await readWork();
  const waits = (await inPage<number[]>("stop()")).toSorted((a, b) => a - b);
  const at = (of: readonly number[], share: number) =>
    `${(of[Math.floor((of.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  const cells = [
    what,
    `${seconds.toFixed(1)} s`,
    waits.length,
    at(waits, 0.5),
    at(waits, 0.99),
    at(waits, 1),
  ];
  return `| ${[...cells, at(work, 0.99), at(work, 1)].join(" | ")} |`;
};

const rest = () => page.waitForTimeout(REST_MS);
const index = () => inPage<void>(`index(${JSON.stringify(folder)})`);

const load = loadavg()[0]?.toFixed(1);
const rows = [
  await measured("the sample, just opened", rest),
  await measured(`${FILES} files are indexed`, index),
  await measured("afterwards, while vectors are made", rest),
];
await app.close();
for (const made of [folder, data]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
writeSection(
  "electron",
  "The window while the core indexes, in Electron",
  "npm run bench:electron",
  [
    "The page asks `app.info` again and again, 5 ms after each answer: the wait of the window for the core, through the bridge. The waits contain what other programs took from the processor; the row of the sample is their floor. Beside them what the main thread works without a pause, in its own CPU time, which they do not change.",
    "",
    `Load of the machine before the run: ${load}.`,
    "",
    "| | time | questions | wait p50 | p99 | longest | work p99 | longest |",
    "|---|---|---|---|---|---|---|---|",
    ...rows,
  ].join("\n"),
);
