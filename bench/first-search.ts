import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundledModel } from "../src/main/embeddings/bundled-model.ts";
import { removeSigns } from "../src/main/memory/index/sign-file.ts";
import { fusions } from "../src/main/memory/recall/recall-settings.ts";
import { createSearchClient } from "../src/main/memory/recall/search-client.ts";
import { openStore } from "../src/main/store/open-store.ts";
import { makeRestingProject } from "./idle/resting-project.ts";
import { writeSection } from "./results.ts";

/**
 * The first search of a worker that has just started, over 100,000 memories: without the file of signs, and with it.
 * `--keep DIR` is the project of `bench:idle`.
 */
const { values } = parseArgs({
  options: { keep: { type: "string" }, dry: { type: "boolean", default: false } },
});
const ROUNDS = 5;
const temporary = mkdtempSync(join(tmpdir(), "satchel-first-"));
const home = values.keep ?? join(temporary, "large");
if (!values.keep) await makeRestingProject(home, { files: 10_000, memories: 100_000 });
const file = join(temporary, "index.db");
cpSync(join(home, "project", ".satchel", "index.db"), file);
// A kept project may be of an earlier version.
openStore(file).close();

type Cost = { readonly clock: number; readonly cpu: number };

const cost = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { clock: performance.now() - from, cpu: (user + system) / 1000 };
};

const searches = async (): Promise<{ readonly first: Cost; readonly second: Cost }> => {
  const client = createSearchClient(file);
  const filter = { workspace: "workspace", agent: "main", tiers: null, notSession: null };
  const search = (query: string) =>
    client.search(
      {
        query,
        vector: Float32Array.from({ length: bundledModel.dimension }, (_, at) => Math.sin(at * 1.7)),
        filter,
        fusion: fusions.default,
        preset: "general",
        today: "2026-01-01",
        limit: 20,
        forContext: false,
      },
      bundledModel.name,
    );
  const first = await cost(() => search("w100x w200x w300x"));
  const second = await cost(() => search("w101x w201x w301x"));
  await client.close();
  return { first, second };
};

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1]?.toFixed(0) ?? "";
const row = (name: string, costs: readonly Cost[]) =>
  `| ${name} | ${median(costs.map(({ cpu }) => cpu))} | ${median(costs.map(({ clock }) => clock))} |`;

const without: Cost[] = [];
const withFile: Cost[] = [];
const later: Cost[] = [];
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    removeSigns(file);
    without.push((await searches()).first);
    const { first, second } = await searches();
    withFile.push(first);
    later.push(second);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
const body = [
  "| | CPU, ms | on the clock, ms |",
  "| --- | --- | --- |",
  row("first search, signs made from the vectors", without),
  row("first search, signs read from their file", withFile),
  row("a search after it", later),
  "",
  `100,000 memories of ${bundledModel.dimension} dimensions, words and vectors, median of ${ROUNDS}, in turns. The start of the worker from source is part of the first search. Aim: 200 ms. Processes that wanted a core: ${loadavg()[0]?.toFixed(0)}.`,
].join("\n");
if (values.dry) console.log(body);
else writeSection("first-search", "The first search after a start", "npm run bench:first-search", body);
