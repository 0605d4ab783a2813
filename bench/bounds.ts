import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { watchBeside, watchStretches } from "./main-thread.ts";
import { openLab } from "./open-lab.ts";
import { writeSection } from "./results.ts";

/**
 * `npm run bench:bounds`: model servers that do not behave. While each answers, another client asks for the list of
 * conversations every 20 ms: how long it waits, and how much memory the core takes above idle. Each answer is asked for
 * again and again until 1,000 requests were waited for, so that ten of them are above the 99th percentile. The first row
 * is the same without any answer; where that is slow, the machine is busy and nothing is judged. Beside each row
 * stand the longest uninterrupted work of this thread in its own CPU time, whatever else the machine does, and what an
 * idle process of the same machine saw.
 */
const folder = mkdtempSync(join(tmpdir(), "satchel-bounds-"));
const project = join(folder, "project");
mkdirSync(join(project, "workspace"), { recursive: true });
writeFileSync(join(project, "workspace", "AGENTS.md"), "Answer briefly.\n");
const server = spawn(process.execPath, [join(import.meta.dirname, "bounds-server.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const port = await new Promise<string>((resolve) => {
  createInterface({ input: server.stdout }).once("line", resolve);
});
const { core, client } = await openLab(folder, project, `http://127.0.0.1:${port}`);

/** Of the issue: what others wait for at most (p99), and how much more memory than idle is taken. */
const MAX_WAIT_MS = 50;
const MAX_MEGABYTES = 300;
const MIN_REQUESTS = 1_000;
/** On a machine on which others wait for this long without any answer, the limit says nothing about answers. */
const MAX_FLOOR_MS = 15;

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Asks every 20 ms until the work is done. */
const measure = async (work: (asked: () => number) => Promise<string>) => {
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  const beside = await watchBeside();
  const stretches = watchStretches();
  const waits: number[] = [];
  let most = idle;
  const over = new AbortController();
  const asking = (async () => {
    while (!over.signal.aborted) {
      const begun = performance.now();
      await client.call("sessions.list", {});
      waits.push(performance.now() - begun);
      most = Math.max(most, process.memoryUsage.rss());
      await wait(20);
    }
  })();
  const ended = await work(() => waits.length);
  over.abort();
  await asking;
  const sorted = waits.toSorted((a, b) => a - b);
  const stretch = stretches();
  const other = await beside();
  return {
    ended,
    asked: waits.length,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: sorted.at(-1) ?? 0,
    memory: megabytes(most - idle),
    stretch,
    beside: other,
  };
};

const use = async (model: string) => {
  writeFileSync(
    join(project, "agents.yaml"),
    `agents:\n  - id: main\n    provider: lab\n    model: ${model}\n    maxOutputTokens: 1000\n`,
  );
  await client.call("agents.list", {});
};

const turn = async (model: string): Promise<string> => {
  const { session } = await client.call("sessions.create", { title: model });
  try {
    const { status } = await client.call("chat.send", { session: session.id, text: "Go" });
    const { entries } = await client.call("sessions.read", { session: session.id });
    const said = entries.reduce(
      (sum, entry) =>
        sum + (entry.type === "message" && entry.role === "assistant" ? entry.content.length : 0),
      0,
    );
    const calls = entries.filter(({ type }) => type === "tool_use").length;
    return `${status}, ${said.toLocaleString("en")} characters, ${calls} calls`;
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
};

/** Turns one after the other until enough was measured: how many there were, and how each ended. */
const flood = async (model: string, asked: () => number): Promise<string> => {
  const ends = new Map<string, number>();
  do {
    const end = await turn(model);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  } while (asked() < MIN_REQUESTS);
  return [...ends].map(([end, times]) => `${times} × ${end}`).join("; ");
};

const measured = async (
  name: string,
  model: string,
): Promise<[string, Awaited<ReturnType<typeof measure>>]> => {
  await use(model);
  return [name, await measure((asked) => flood(model, asked))];
};

const rows: [string, Awaited<ReturnType<typeof measure>>][] = [];
const idle = async (asked: () => number) => {
  while (asked() < MIN_REQUESTS) await wait(100);
  return "idle";
};
await use("slow");
await turn("slow");
rows.push(["nothing (floor)", await measure(idle)]);
rows.push(await measured("a slow server, 10 s", "slow"));
rows.push(await measured("a line without end", "endless-line"));
rows.push(await measured("100 MB of stream, 1,000 tokens asked", "stream-of-100-mb"));
rows.push(await measured("50 tool calls in one reply", "fifty-calls"));
await core.close();
server.stdin.end();
rmSync(folder, { recursive: true, force: true });

const line = ([name, row]: (typeof rows)[number]) =>
  `| ${name} | ${row.ended} | ${row.asked} | ${row.p50.toFixed(1)} | ${row.p99.toFixed(1)} | ${row.max.toFixed(1)} | ${row.stretch.toFixed(1)} | ${row.beside.p99.toFixed(1)} | ${row.memory} |`;
writeSection(
  "bounds",
  "Servers that do not behave: what others wait, and memory",
  "npm run bench:bounds",
  [
    "| the server sends | ended | requests of others | p50 ms | p99 ms | max ms | longest stretch, CPU ms | idle process beside, p99 ms | MB above idle |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map(line),
  ].join("\n"),
);
const [floor, ...others] = rows.map(([name, { p99, memory }]) => ({ name, p99, memory }));
const wrong = others.filter(({ p99, memory }) => p99 > MAX_WAIT_MS || memory > MAX_MEGABYTES);
const isBusy = (floor?.p99 ?? 0) > MAX_FLOOR_MS;
if (isBusy) console.error("Not judged: the machine is busy, and others wait without any answer.");
else for (const { name } of wrong) console.error(`Not as promised: ${name}.`);
process.exit(wrong.length === 0 || isBusy ? 0 : 1);
