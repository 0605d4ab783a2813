import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { browserPath } from "../e2e/web/browser-path.ts";
import { connectCore } from "../e2e/web/call-core.ts";
import { mainThreadFor } from "./app/open-browser.ts";
import { addressOf } from "./app/serve-project.ts";
import { cpuOf } from "./cpu-of.ts";
import { writeSection } from "./results.ts";

/**
 * The budget view in a browser against `satchel serve`: from a pointer move on a divider to the frame in
 * which the real assembler's answer is painted, and frames dropped while it is dragged. Beside it the floor
 * of this machine: a bare page in the same browser that sends each move over the same socket to the same
 * core, which does nothing, and moves one box when the answer comes. Needs a build.
 */

const top = resolve(import.meta.dirname, "..");
const cli = join(top, "out/main/cli.js");
const sizes = (process.env["SATCHEL_BENCH_FILES"] ?? "100,1000,10000").split(",").map(Number);
const MOVES = 120;
/** Maximum distance of a move in pixels, halved. */
const SPAN = 40;

/** Times of one move, in milliseconds of the page's clock. */
type Move = {
  readonly moved: number;
  readonly asked: number;
  readonly answered: number;
  readonly painted: number;
  /** Characters of the answer. */
  readonly bytes: number;
};

type Measured = {
  readonly files: number;
  readonly moves: readonly Move[];
  /** Moves on the bare page, half of them before and half after. */
  readonly floor: readonly Move[];
  /** CPU milliseconds of a move, all threads of the core, and of the page's main thread. */
  readonly work: { readonly core: number; readonly page: number };
  readonly dropped: number;
  readonly frames: number;
};

const main = async () => {
  const rows: Measured[] = [];
  for (const files of sizes) rows.push(await measure(files));
  const table = [
    "| files | move to painted, p50 | p95 | floor p50 | floor p95 | times the floor, p50 | p95 | asking | core + transport | transport only | drawing | CPU core | CPU page | answer | frames dropped while dragging |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map(({ files, moves, floor, work, dropped, frames }) => {
      const part = (name: (move: Move) => number) => `${at(moves.map(name), 0.5).toFixed(0)} ms`;
      const [all, least] = [moves.map(whole), floor.map(whole)];
      const times = (share: number) => (at(all, share) / at(least, share)).toFixed(1);
      return `| ${[
        files.toLocaleString("en"),
        `${at(all, 0.5).toFixed(0)} ms`,
        `${at(all, 0.95).toFixed(0)} ms`,
        `${at(least, 0.5).toFixed(0)} ms`,
        `${at(least, 0.95).toFixed(0)} ms`,
        times(0.5),
        times(0.95),
        part(({ moved, asked }) => asked - moved),
        part(way),
        `${at(floor.map(way), 0.5).toFixed(0)} ms`,
        part(({ answered, painted }) => painted - answered),
        `${work.core.toFixed(1)} ms`,
        `${work.page.toFixed(1)} ms`,
        `${at(
          moves.map(({ bytes }) => bytes / 1000),
          0.5,
        ).toFixed(0)} kB`,
        `${dropped} of ${frames}`,
      ].join(" | ")} |`;
    }),
    "",
    `${MOVES} moves of the files divider each, one after the other; a move ends with the frame in which the bar shows the assembler's answer. The floor is a bare page in the same browser that sends each move over the same socket to the same core, which does nothing, and moves one box; half of its ${MOVES} moves before, half after. Asking, transport and drawing are medians; transport only is the floor's. CPU is the time on a core of one move, of all threads of the core's process and of the page's main thread; other programs do not lengthen it. Memory is indexed and embedded before. Aim: 32 ms at 1,000 files, p95. A frame is dropped when it took longer than one and a half of 16.7 ms. Processes that wanted a core during the run: ${loadavg()[0]?.toFixed(0)}.`,
  ];
  writeSection("budget", "Budget view", "npm run bench:budget", table.join("\n"));
};

const whole = ({ moved, painted }: Move) => painted - moved;
const way = ({ asked, answered }: Move) => answered - asked;

const measure = async (files: number): Promise<Measured> => {
  const home = mkdtempSync(join(tmpdir(), "satchel-bench-budget-"));
  const project = join(home, "project");
  makeProject(project, files);
  const { url, child } = await serve(project, join(home, "data"));
  const browser = await chromium.launch({
    ...(browserPath() && { executablePath: browserPath() }),
    args: ["--no-sandbox"],
  });
  try {
    // Playwright inspects the page with evaluated strings, which the app's own policy forbids.
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    await page.addInitScript({ path: join(import.meta.dirname, "budget-page.js") });
    const floor = await measureFloor(page, url);
    await page.goto(url);
    await page.getByRole("button", { name: "Budget" }).click({ timeout: 120_000 });
    await page.waitForFunction(
      `Number(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")) > ${files}`,
      undefined,
      { timeout: 300_000 },
    );
    await untilEmbedded(url);
    await page.waitForTimeout(2000);
    const dragged = await drag(page, child.pid ?? 0);
    floor.push(...(await measureFloor(page, url)));
    return { files, floor, ...dragged };
  } finally {
    await browser.close();
    child.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
};

/** Reading and embedding memories takes a core of its own for a while after a folder is first opened. */
const untilEmbedded = async (url: string): Promise<void> => {
  const { client, close } = connectCore(url);
  try {
    for (let before = -1; ; await wait(2000)) {
      const { total, embedding } = await client.call("memory.stats", {});
      if (total === before && embedding.pending === 0) return;
      before = total;
    }
  } finally {
    close();
  }
};

const measureFloor = async (page: Page, url: string): Promise<Move[]> => {
  const { origin, hash } = new URL(url);
  // The server has no such page, and answers with one that is almost empty.
  await page.goto(`${origin}/floor${hash}`);
  await page.addScriptTag({ path: join(import.meta.dirname, "budget-floor.js") });
  await page.waitForTimeout(500);
  const [x, y] = [600, 400];
  await page.mouse.move(x, y);
  return moved(page, x, y, MOVES / 2);
};

const drag = async (page: Page, core: number) => {
  const box = await page.getByRole("slider", { name: "Files limit" }).boundingBox();
  if (!box) throw new Error("There is no divider to drag.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  let moves: Move[] = [];
  const before = cpuOf(core);
  const inPage = await mainThreadFor(page, async () => {
    moves = await moved(page, x, y, MOVES);
  });
  const work = { core: (cpuOf(core) - before) / MOVES, page: inPage / MOVES };
  await page.evaluate(() => (globalThis as unknown as Watch).satchelWatch.countFrames());
  for (let move = 0; move < 2 * SPAN; move += 1) await page.mouse.move(x - 4 - move, y);
  const frames = await page.evaluate(() => (globalThis as unknown as Watch).satchelWatch.endFrames());
  await page.mouse.up();
  return { moves, work, dropped: frames.dropped, frames: frames.all };
};

/** Back and forth, near and far. */
const moved = async (page: Page, x: number, y: number, count: number): Promise<Move[]> => {
  const moves: Move[] = [];
  for (let move = 0; move < count; move += 1) {
    const step = Math.floor(move / 2) % SPAN;
    await page.evaluate(() => (globalThis as unknown as Watch).satchelWatch.begin());
    // Even and odd pixels, so that every move changes the position.
    await page.mouse.move(x - 4 - (move % 2 === 0 ? 2 * step : 2 * (SPAN - step) + 1), y);
    moves.push(await page.evaluate(() => (globalThis as unknown as Watch).satchelWatch.painted));
  }
  return moves;
};

type Watch = {
  satchelWatch: {
    begin(): void;
    painted: Promise<Move>;
    countFrames(): void;
    endFrames(): { dropped: number; all: number };
  };
};

const makeProject = (folder: string, files: number) => {
  mkdirSync(join(folder, "workspace"), { recursive: true });
  mkdirSync(join(folder, ".satchel/profiles"), { recursive: true });
  const each = 60;
  const profile = {
    id: "bench",
    title: "Bench",
    kind: "layered",
    from: "layered",
    total: Math.round(files * each * 0.6),
  };
  writeFileSync(join(folder, ".satchel/profiles/bench.json"), JSON.stringify(profile));
  writeFileSync(
    join(folder, "agents.yaml"),
    `agents:\n  - id: main\n    displayName: Main\n    profile: bench\n    maxContextTokens: ${files * each * 2 + 10_000}\n`,
  );
  writeFileSync(join(folder, "workspace/AGENTS.md"), "# Agents\n\nBe brief.\n");
  for (let index = 0; index < files; index += 1) {
    const text = `# Note ${index}\n\n${"Flour, water, salt and time make bread. ".repeat(3 + (index % 5))}\n`;
    writeFileSync(join(folder, "workspace", `note-${index}.md`), text);
  }
};

const serve = async (project: string, data: string): Promise<{ url: string; child: ChildProcess }> => {
  // Opened once before, so that the index exists and only the view is measured.
  execFileSync(
    process.execPath,
    [cli, "call", "workspace.files", "{}", "--project", project, "--data", data],
    {
      cwd: top,
      maxBuffer: 1024 * 1024 * 1024,
    },
  );
  const child = spawn(process.execPath, [cli, "serve", "--port", "0", "--project", project, "--data", data], {
    cwd: top,
  });
  return { url: await addressOf(child), child };
};

const at = (delays: readonly number[], share: number): number => {
  const sorted = delays.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
};

await main();
