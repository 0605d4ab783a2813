import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delayed } from "node:timers/promises";
import { createCore } from "../src/main/create-core.ts";
import { testPorts } from "../src/main/ports/test-ports.ts";
import type { Events } from "../src/shared/contract/index.ts";
import { watchBeside, watchStretches } from "./main-thread.ts";
import { writeSection } from "./results.ts";

/**
 * A vault of 10,000 notes and 100 MB, opened for the first time by the whole core: when it can be used, when
 * everything is counted, when everything can be recalled by words, and what that costs. Embedding takes longer and is
 * not waited for. A tenth of the notes stand in the top folder, as people have them.
 */

const notes = Number(process.env.BENCH_NOTES ?? 10_000);
const bytesEach = Number(process.env.BENCH_NOTE_BYTES ?? 10 * 1024);

const words = (
  "the oven is hot by five and flour from Fenwick comes on Monday we close early in November rye needs water and " +
  "twelve hours ask Ada before any order Kyoto ryokan garden train ledger invoice harbour lamp river stone letter"
).split(" ");

const noteOf = (seed: number): string => {
  let state = (seed + 1) * 2654435761;
  const next = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  let text = `---\ntags: [topic${seed % 50}]\naliases: [Alias ${seed}]\n---\n# Note ${seed}\n`;
  while (text.length < bytesEach) {
    const length = 30 + next(60);
    const sentence = Array.from({ length }, () => words[next(words.length)]).join(" ");
    text += next(6) === 0 ? `\n\n## Part ${next(1000)}\n\n` : "\n\n";
    text += next(4) === 0 ? `${sentence}, see [[Note ${next(notes)}]].` : `${sentence}.`;
  }
  return `${text}\n`;
};

const vault = realpathSync(mkdtempSync(join(tmpdir(), "satchel-vault-")));
const userData = mkdtempSync(join(tmpdir(), "satchel-user-"));
mkdirSync(join(vault, ".obsidian"));
let megabytes = 0;
for (let n = 0; n < notes; n++) {
  const folder = n % 10 === 0 ? vault : join(vault, `Area ${n % 7}`, `Topic ${n % 61}`);
  mkdirSync(folder, { recursive: true });
  const text = noteOf(n);
  megabytes += text.length / 1024 / 1024;
  writeFileSync(join(folder, `Note ${n}.md`), text);
}

/** What reading the same files costs by itself, in seconds. */
const floor = (): number => {
  const from = performance.now();
  for (const entry of readdirSync(vault, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) readFileSync(join(entry.parentPath, entry.name), "utf8");
  return (performance.now() - from) / 1000;
};
const reading = Math.min(floor(), floor());

const core = createCore(testPorts(), { userData, resources: "resources" });
const call = async <T>(method: string, input: object = {}): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.message}`);
  return reply.value as T;
};

const beside = await watchBeside();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const stretches = watchStretches();
const cpuFrom = process.cpuUsage();
const from = performance.now();
const since = () => (performance.now() - from) / 1000;
let rss = 0;
const watch = setInterval(() => (rss = Math.max(rss, process.memoryUsage.rss())), 50);

let counted = 0;
core.on((event: Events) => {
  if (event.event === "workspace.indexing" && event.finished) counted = since();
});

const times: [string, number][] = [];
const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  await work();
  times.push([name, since()]);
};
await timed("opened", () => call("project.open", { folder: vault }));
await timed("tree", () => call("workspace.tree", { path: "Area 3" }));
await timed("note opened", () => call("workspace.read", { path: "Area 3/Topic 3/Note 3.md" }));
await timed("note saved", () =>
  call("workspace.write", { path: "Area 3/Topic 3/Note 3.md", text: "# Note 3\n\nThe zanzibar clove.\n" }),
);
const session = (await call<{ session: { id: string } }>("sessions.create", {})).session.id;
await timed("chat answered", () => call("chat.send", { session, text: "What comes on Monday?" }));
const usable = since();
const { user, system } = process.cpuUsage(cpuFrom);

let all = 0;
while (all === 0) {
  await delayed(500);
  const { ready } = await call<{ ready: { done: number; total: number } }>("memory.search", {
    query: "zanzibar",
  });
  if (counted > 0 && ready.done === ready.total) all = since();
}
clearInterval(watch);
delay.disable();
const work = stretches();
const other = await beside();
const { total, embedding } = await call<{ total: number; embedding: { pending: number } }>("memory.stats");
await core.close();
rmSync(vault, { recursive: true });
rmSync(userData, { recursive: true });

const row = (name: string, value: string) => `| ${name} | ${value} |`;
const times10 = (seconds: number) =>
  `${seconds.toFixed(1)} s, ${(seconds / reading).toFixed(0)}× plain reading`;
writeSection(
  "vault",
  `Opening a vault of ${notes} notes, ${megabytes.toFixed(0)} MB`,
  "npm run bench:indexing",
  [
    "| | |",
    "|---|---|",
    row("plain reading of the same files", `${reading.toFixed(2)} s`),
    row(
      "usable",
      `${usable.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of work on all threads (${times.map(([name, at]) => `${name} ${at.toFixed(2)}`).join(", ")})`,
    ),
    row("all counted", times10(counted)),
    row(
      "all recalled by words",
      `${times10(all)}; ${total} memories, ${embedding.pending} without a vector yet`,
    ),
    row("most memory", `${(rss / 1024 / 1024).toFixed(0)} MB`),
    row(
      "event-loop delay meanwhile",
      `p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, longest ${(delay.max / 1e6).toFixed(1)} ms; longest work ` +
        `without a break ${work.toFixed(1)} ms; an idle process beside: p99 ${other.p99.toFixed(1)} ms, longest ${other.max.toFixed(1)} ms`,
    ),
  ].join("\n"),
);
