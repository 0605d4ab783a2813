import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { watchStretches } from "../main-thread.ts";
import { openLab } from "../open-lab.ts";
import { MEASURED, seedProject } from "./seed-project.ts";

/**
 * One case in one process: opens a seeded project, waits until everything is indexed, and sends messages to one
 * conversation. Prints what a turn took as JSON. `node measure-turns.ts TURNS OTHERS`
 */
const [turns = 10, others = 0, measured = 20] = process.argv.slice(2).map(Number);
const WARM_UP = 5;
const MAX_IDLE_WAIT_MS = 300_000;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-turns-")));
const project = join(folder, "project");
seedProject({ project, turns, others });

const model = spawn(process.execPath, [join(import.meta.dirname, "model-server.ts")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const { value: origin } = await createInterface({ input: model.stdout })[Symbol.asyncIterator]().next();

const { core, client } = await openLab(folder, project, String(origin));
await client.call("memory.pauseEmbedding", { paused: true });

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const own = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Waits until this process does next to nothing; a profiler works, too, so there it takes the time. */
const idle = async (): Promise<void> => {
  const until = performance.now() + MAX_IDLE_WAIT_MS;
  for (let quiet = 0; quiet < 3 && performance.now() < until;) {
    const before = cpu();
    await delay(200);
    quiet = cpu() - before < 20 ? quiet + 1 : 0;
  }
};

const session = MEASURED;
const ask = (n: number) =>
  client.call("chat.send", { session, text: `Question ${n}: when is the rye ready?` });
const look = (n: number) =>
  client.call("context.preview", { session, message: `Draft ${n} about rye`, include: ["manifest"] });

await client.call("memory.search", { query: "rye" });
await idle();
for (let n = 0; n < WARM_UP; n++) {
  await ask(n);
  await look(n);
}
await idle();

const results: Record<string, number> = {};
const measure = async (name: string, times: number, work: (n: number) => Promise<unknown>) => {
  const stretches = watchStretches();
  const [all, main] = [cpu(), own()];
  for (let n = 0; n < times; n++) await work(n);
  await idle();
  results[name] = (cpu() - all) / times;
  results[`${name}Main`] = (own() - main) / times;
  results[`${name}Stall`] = stretches();
};
await measure("rest", 1, async () => {});
await measure("turn", measured, ask);
await measure("preview", measured, look);
await measure("read", 5, () => client.call("sessions.read", { session }));
await measure("list", 5, () => client.call("sessions.list", {}));

console.log(JSON.stringify(results));
await core.close();
model.stdin.end();
rmSync(folder, { recursive: true, force: true });
