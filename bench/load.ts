import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClient } from "#shared/contract/index.ts";
import { startWireServer } from "../e2e/wire-server/start-wire-server.ts";
import { connectTestClient } from "../src/main/hosts/web/test-host.ts";
import { randomFrom } from "./crash/scenario.ts";
import { writeSection } from "./results.ts";

/**
 * `npm run bench:load -- --clients 50 --minutes 10 --seed 7`: clients of the web host that write, read, search,
 * remember and talk at the same time. Every acknowledged write and answer has to be there at the end, no request and no
 * turn may fail, the server may log no error, and its memory has to return to what it was after a warm-up of a minute
 * with the same work. The exit code says whether all of it was so.
 */
const MAX_GROWTH = 0.1;
const TURNS_PER_CONVERSATION = 20;
const ANSWER = ["All ", "is ", "well."];

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "50" },
    minutes: { type: "string", default: "10" },
    "warm-up": { type: "string", default: "1" },
    seed: { type: "string", default: "7" },
  },
});
const [clients, minutes, warmUp] = [
  Number(values.clients),
  Number(values.minutes),
  Number(values["warm-up"]),
];

const folder = mkdtempSync(join(tmpdir(), "satchel-load-"));
const project = join(folder, "project");
mkdirSync(join(project, "workspace"), { recursive: true });
writeFileSync(join(project, "workspace", "AGENTS.md"), "Answer briefly.\n");
writeFileSync(join(project, "agents.yaml"), "agents:\n  - id: main\n    provider: lab\n    model: tiny\n");
const loadBefore = loadavg()[0] ?? 0;
const model = await startWireServer([{ kind: "text", chunks: ANSWER }]);
const server = fork(join(import.meta.dirname, "load-server.ts"), [folder, project, model.origin], {
  execArgv: ["--expose-gc"],
});
const [host] = (await once(server, "message")) as [{ port: number; token: string }];
const logged: string[] = [];
server.on("message", (said: { logged?: string }) => {
  if (said.logged !== undefined) logged.push(said.logged);
});
const memory = async () => {
  server.send("memory");
  for (;;) {
    const [said] = (await once(server, "message")) as [{ memory?: { rss: number; heap: number } }];
    if (said.memory) return said.memory;
  }
};

const waits: number[] = [];
const errors = new Map<string, number>();
const appended = Array.from({ length: clients }, () => new Set<number>());
const remembered = new Set<string>();
const talks: { session: string; text: string }[] = [];
let requests = 0;

const fail = (code: string) => errors.set(code, (errors.get(code) ?? 0) + 1);

const work = async (index: number, until: number, counts: boolean) => {
  const carrier = connectTestClient(host);
  const client = createClient(carrier);
  const random = randomFrom(Number(values.seed) * 1000 + index);
  const call: typeof client.call = async (method, input, ...rest) => {
    const begun = performance.now();
    try {
      return await client.call(method, input, ...rest);
    } finally {
      if (counts) waits.push(performance.now() - begun);
      requests += counts ? 1 : 0;
    }
  };
  let session: string | null = null;
  let turns = 0;
  for (let n = 0; Date.now() < until; n += 1) {
    const mark = (counts ? 1_000_000 : 0) + n;
    try {
      const kind = random();
      if (kind < 0.25) {
        await call("workspace.append", { path: `log-${index}.md`, text: `line ${mark}.\n` });
        appended[index]?.add(mark);
      } else if (kind < 0.4) await call("workspace.tree", { path: "" });
      else if (kind < 0.5) {
        const text = `Client ${index} noted ${mark}.`;
        await call("memory.add", { text });
        remembered.add(text);
      } else if (kind < 0.65) await call("memory.search", { query: `client ${index} noted` });
      else if (kind < 0.8) await call("sessions.list", {});
      else if (kind < 0.9) await call("workspace.search", { query: `line ${index}`, limit: 20 });
      else {
        if (session === null || turns === TURNS_PER_CONVERSATION) {
          session = (await call("sessions.create", {})).session.id;
          turns = 0;
        }
        turns += 1;
        const text = `Question ${index}.${mark}`;
        const { status, failure } = await call("chat.send", { session, text });
        if (status === "finished") talks.push({ session, text });
        else fail(failure?.code ?? status);
      }
    } catch (error) {
      fail(error instanceof Error && "code" in error ? String(error.code) : String(error));
    }
    await wait(random() * 400);
  }
  carrier.close();
};

const all = (forMinutes: number, counts: boolean) => {
  const until = Date.now() + forMinutes * 60_000;
  return Promise.all(Array.from({ length: clients }, (_, index) => work(index, until, counts)));
};

await all(warmUp, false);
await wait(5_000);
const before = await memory();
await all(minutes, true);
await wait(10_000);
const after = await memory();

const last = connectTestClient(host);
const client = createClient(last);
let lost = 0;
for (const [index, marks] of appended.entries()) {
  const text = marks.size === 0 ? "" : readFileSync(join(project, "workspace", `log-${index}.md`), "utf8");
  const found = new Map<string, number>();
  for (const line of text.split("\n")) found.set(line, (found.get(line) ?? 0) + 1);
  for (const mark of marks) if (found.get(`line ${mark}.`) !== 1) lost += 1;
}
const { paths } = await client.call("workspace.list", { kind: "memory" });
const notes = paths
  .map((path) =>
    readFileSync(join(project, path.startsWith("workspace/") ? path : `workspace/${path}`), "utf8"),
  )
  .join("\n");
for (const text of remembered) if (!notes.includes(text)) lost += 1;
const said = new Map<string, readonly string[]>();
for (const { session, text } of talks) {
  if (!said.has(session)) {
    const { entries } = await client.call("sessions.read", { session });
    said.set(
      session,
      entries.flatMap((entry) => (entry.type === "message" ? [entry.content] : [])),
    );
  }
  const messages = said.get(session) ?? [];
  const at = messages.indexOf(text);
  if (at === -1 || messages[at + 1] !== ANSWER.join("")) lost += 1;
}
last.close();
server.send("close");
await once(server, "exit");
await model.close();
rmSync(folder, { recursive: true, force: true });

const sorted = waits.toSorted((a, b) => a - b);
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
const change = (now: number, then: number) => `${(((now - then) / then) * 100).toFixed(1)} %`;
const failed = [...errors].map(([code, count]) => `${count} × ${code}`).join(", ") || "0";
const growth = (after.heap - before.heap) / before.heap;
const acknowledged = appended.reduce((sum, marks) => sum + marks.size, 0) + remembered.size + talks.length;
writeSection(
  "load",
  "Many clients of the web host at once",
  `npm run bench:load -- --clients ${clients} --minutes ${minutes} --seed ${values.seed}`,
  [
    "| clients | minutes | requests | errors | acknowledged writes | lost | p50 ms | p99 ms |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    `| ${clients} | ${minutes} | ${requests.toLocaleString("en")} | ${failed} | ${acknowledged.toLocaleString("en")} | ${lost} | ${at(0.5)} | ${at(0.99)} |`,
    "",
    `Memory of the server after garbage collection: heap and buffers ${megabytes(before.heap)} MB before, ${megabytes(after.heap)} MB after (${change(after.heap, before.heap)}); resident ${megabytes(before.rss)} MB before, ${megabytes(after.rss)} MB after (${change(after.rss, before.rss)}). "Before" is after ${warmUp} minute(s) of the same work. Errors that the server logged: ${logged.length}. Load of the machine: ${loadBefore.toFixed(1)} when it began, ${(loadavg()[0] ?? 0).toFixed(1)} at the end.`,
  ].join("\n"),
);
const wrong = [
  ...(errors.size > 0 ? [`requests or turns failed: ${failed}`] : []),
  ...(acknowledged === 0 ? ["nothing was acknowledged"] : []),
  ...(lost > 0 ? [`${lost} acknowledged writes or answers are not there`] : []),
  ...(logged.length > 0 ? [`the server logged: ${logged.slice(0, 5).join(" · ")}`] : []),
  ...(growth > MAX_GROWTH ? [`heap and buffers grew by ${change(after.heap, before.heap)}`] : []),
];
for (const line of wrong) console.error(`Not as promised: ${line}.`);
process.exit(wrong.length === 0 ? 0 : 1);
