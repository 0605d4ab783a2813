import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { systemClock } from "../src/main/base/clock.ts";
import { silentLog } from "../src/main/base/log.ts";
import { MemoryIndexer } from "../src/main/memory/index/memory-indexer.ts";
import { MemoryStore } from "../src/main/memory/tables/memory-store.ts";
import { openStore } from "../src/main/store/open-store.ts";
import { makeRestingProject } from "./idle/resting-project.ts";
import { watchStretches } from "./main-thread.ts";
import { writeSection } from "./results.ts";

/**
 * Removing memories from the index of a project with 100,000, source by source, as when a folder of notes is deleted:
 * CPU, and the longest work without a break. `--keep DIR` is the project of `bench:idle`, made there when it is missing.
 */
const { values } = parseArgs({
  options: {
    keep: { type: "string" },
    rows: { type: "string", default: "3000,30000" },
    dry: { type: "boolean", default: false },
  },
});
const temporary = mkdtempSync(join(tmpdir(), "satchel-removal-"));
const home = values.keep ?? join(temporary, "large");
if (!values.keep) await makeRestingProject(home, { files: 10_000, memories: 100_000 });

const measure = async (rows: number): Promise<string> => {
  const file = join(temporary, `index-${rows}.db`);
  cpSync(join(home, "project", ".satchel", "index.db"), file);
  const store = openStore(file);
  store.db.pragma("secure_delete = ON");
  const memories = new MemoryStore(store, systemClock);
  const indexer = new MemoryIndexer({ memories, log: silentLog, onChange: () => {}, onProgress: () => {} });
  const before = store.db.prepare("select count(*) from memories").pluck().get() as number;
  const sources = store.db
    .prepare("select source from memories group by source order by source limit ?")
    .pluck()
    .all(Math.ceil(rows / 10)) as string[];
  const stretches = watchStretches();
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  await Promise.all(sources.map((source) => indexer.forget(source)));
  await indexer.settled();
  const { user, system } = process.cpuUsage(cpu);
  const clock = (performance.now() - from) / 1000;
  const removed = before - (store.db.prepare("select count(*) from memories").pluck().get() as number);
  await indexer.close();
  store.close();
  return `| ${removed.toLocaleString("en")} | ${((user + system) / 1e6).toFixed(1)} | ${clock.toFixed(1)} | ${stretches().toFixed(0)} |`;
};

const rows: string[] = [];
try {
  for (const count of values.rows.split(",").map(Number)) rows.push(await measure(count));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
const body = [
  "| removed of 100,000 | CPU, s | on the clock, s | longest work without a break, ms |",
  "| --- | --- | --- | --- |",
  ...rows,
  "",
  `Rows, words and vectors, ten rows in each source; nothing of the words is left in the pages of the index (test). Aim: 30,000 in 5 s, nobody waits more than 50 ms. Processes that wanted a core: ${loadavg()[0]?.toFixed(0)}.`,
].join("\n");
if (values.dry) console.log(body);
else writeSection("removal", "Removing memories", "npm run bench:removal", body);
