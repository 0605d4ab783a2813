import { loadavg } from "node:os";
import { writeSection } from "../results.ts";
import { measureFirstLoad, partsOnDemand, type Size } from "./first-load.ts";
import { measureHeap, measurePlainHeap } from "./heap.ts";
import { megabytes, openBrowser } from "./open-browser.ts";
import { type Frames, measurePlainScroll, measureScroll, messagesOf, type Scrolled } from "./scroll.ts";
import { makeProject } from "./serve-project.ts";
import { measureStart, type Start } from "./start.ts";

/**
 * The window in a browser against `satchel serve`, each figure beside a simpler alternative in the same run.
 */

const FILES = Number(process.env["SATCHEL_BENCH_FILES"] ?? 2000);
const MESSAGES = Number(process.env["SATCHEL_BENCH_MESSAGES"] ?? 10_000);
const STARTS = Number(process.env["SATCHEL_BENCH_STARTS"] ?? 5);
const OPEN = 50;

const main = async () => {
  const project = makeProject(FILES);
  const browser = await openBrowser();
  try {
    const first = await measureStart(browser, project);
    const again: Start[] = [];
    const eager: Start[] = [];
    for (let round = 0; round < STARTS; round += 1) {
      again.push(await measureStart(browser, project));
      eager.push(await measureStart(browser, project, { eager: true }));
    }
    const { url, stop } = await project.start();
    const load = await measureFirstLoad(browser, url);
    const heap = await measureHeap(browser, url, project.names.slice(0, OPEN));
    const plainHeap = await measurePlainHeap(browser, OPEN);
    const messages = messagesOf(MESSAGES);
    const scrolled = await measureScroll(browser, url, messages);
    const plain = await measurePlainScroll(browser, messages);
    await stop();

    const parts = partsOnDemand();
    const everything = [load.scripts, ...parts.map(({ size }) => size)].reduce(added);
    writeSection(
      "app",
      "The window",
      "npm run bench:app",
      [
        `Process start to interactive, ${FILES.toLocaleString("en")} files (listed, and a message can be written), median of ${STARTS}:`,
        "",
        "| | server answers | interactive |",
        "| --- | --- | --- |",
        `| first start, nothing counted yet | ${first.server} ms | ${first.window} ms |`,
        `| again | ${median(again, "server")} ms | ${median(again, "window")} ms |`,
        `| peer: again, with Monaco, mermaid and math in the page | ${median(eager, "server")} ms | ${median(eager, "window")} ms |`,
        "",
        "First load, and what comes when it is first needed; in brackets with gzip (the web host is on loopback and sends it plain):",
        "",
        "| | size |",
        "| --- | --- |",
        `| scripts | ${sizes(load.scripts)} |`,
        `| styles | ${sizes(load.styles)} |`,
        `| fonts | ${sizes(load.fonts)} |`,
        ...parts.map(({ part, size }) => `| on demand: ${part} | ${sizes(size)} |`),
        `| peer: scripts with all of these at once | ${sizes(everything)} |`,
        "",
        `JavaScript heap after a collection, ${OPEN} files of 10 KB opened one after the other:`,
        "",
        "| no file | one file, Monaco with it | all | all closed again | peer: bare page, the texts in text areas |",
        "| --- | --- | --- | --- | --- |",
        `| ${megabytes(heap.before)} | ${megabytes(heap.first)} | ${megabytes(heap.opened)} | ${megabytes(heap.closed)} | ${megabytes(plainHeap)} |`,
        "",
        `A conversation of ${MESSAGES.toLocaleString("en")} messages, scrolled up frame by frame, 60 px each and then the whole way:`,
        "",
        "| | shown after | 60 px a frame: dropped (longest) | work a frame | whole way: dropped (longest) | work a frame | elements | heap |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
        `| Satchel, Markdown | ${rowOf(scrolled)} |`,
        `| peer: bare page, all drawn as plain text | ${rowOf(plain)} |`,
        "",
        `A frame is dropped when it took longer than one and a half of 16.7 ms; on a busy machine that says more about the neighbours. Work is the time of the page’s main thread on a core, which they do not lengthen. Processes that wanted a core while scrolling: ${loadavg()[0]?.toFixed(0)}.`,
      ].join("\n"),
    );
  } finally {
    await browser.close();
    project.remove();
  }
};

const added = (a: Size, b: Size): Size => ({ raw: a.raw + b.raw, packed: a.packed + b.packed });

const sizes = ({ raw, packed }: Size): string => `${megabytes(raw)} (${megabytes(packed)})`;

const median = (starts: readonly Start[], part: keyof Start): number =>
  starts.map((start) => start[part]).toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0;

const framesOf = ({ dropped, all, longest, work }: Frames): string =>
  `${dropped} of ${all} (${longest.toFixed(0)} ms) | ${work.toFixed(1)} ms`;

const rowOf = ({ shown, slow, fast, elements, heap }: Scrolled): string =>
  [`${shown} ms`, framesOf(slow), framesOf(fast), elements.toLocaleString("en"), megabytes(heap)].join(" | ");

await main();
