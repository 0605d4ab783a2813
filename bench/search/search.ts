import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Fusion, fusions } from "../../src/main/memory/recall/recall-settings.ts";
import { createSearchClient } from "../../src/main/memory/recall/search-client.ts";
import { openStore, type Store } from "../../src/main/store/open-store.ts";
import { writeSection } from "../results.ts";
import { fillWithVectors } from "./fill-with-vectors.ts";
import { clusteredVectors, DIMENSION, queryText } from "./synthetic.ts";

/**
 * Hybrid search over synthetic memories of 384 dimensions, through the product's store and search worker; beside
 * it sqlite-vec's own scan of the same vectors and the time it takes to read as many bytes from memory.
 */
const { values } = parseArgs({ options: { sizes: { type: "string", default: "10000,100000" } } });
const QUERY_COUNT = 60;
const model = "synthetic";

const measure = async (count: number): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-bench-search-"));
  const file = join(folder, "index.db");
  const store = openStore(file);
  const client = createSearchClient(file);
  try {
    const vectors = clusteredVectors(count + QUERY_COUNT, DIMENSION);
    const started = performance.now();
    fillWithVectors(store, model, vectors, count);
    const insertRate = count / ((performance.now() - started) / 1000);
    store.db.pragma("wal_checkpoint(TRUNCATE)");
    const bytes = statSync(file).size;
    const asked = Array.from({ length: QUERY_COUNT }, (_, at) => ({
      query: queryText(at * 7 + 3, 8),
      vector: vectors.subarray((count + at) * DIMENSION, (count + at + 1) * DIMENSION).slice(),
    }));
    const search = (query: string, vector: Float32Array, fusion: Fusion) =>
      client.search(
        {
          query,
          vector,
          filter: { workspace: "workspace", agent: "main", tiers: null, notSession: null },
          fusion,
          preset: "general",
          today: "2026-01-01",
          limit: 20,
          forContext: false,
        },
        model,
      );
    const cold = await timed(() => search("warm up", asked[0]?.vector as Float32Array, fusions.default));
    const hybrid: number[] = [];
    const before = process.cpuUsage();
    for (const { query, vector } of asked)
      hybrid.push(await timed(() => search(query, vector, fusions.default)));
    const { user, system } = process.cpuUsage(before);
    const cpu = ((user + system) / 1000 / asked.length).toFixed(1);
    const plain = scanWithSqliteVec(
      store,
      vectors,
      count,
      asked.map(({ vector }) => vector),
    );
    const floor = readOnce(vectors.subarray(0, count * DIMENSION));
    const [p50, p95] = percentiles(hybrid);
    const [vec50, vec95] = percentiles(plain);
    return [
      `| ${count.toLocaleString("en")} | ${p50} | ${p95} | ${cpu} | ${vec50} | ${vec95} | ${floor.toFixed(1)} | ${Math.round(insertRate).toLocaleString("en")} | ${(bytes / 2 ** 20).toFixed(0)} | ${cold.toFixed(0)} |`,
    ];
  } finally {
    await client.close();
    store.close();
    rmSync(folder, { recursive: true });
  }
};

/** The peer: a vec0 table of floats, the ten nearest by L2, on the same connection settings. */
const scanWithSqliteVec = (
  store: Store,
  vectors: Float32Array,
  count: number,
  asked: readonly Float32Array[],
): number[] => {
  const { db } = store;
  db.exec(`create virtual table temp.plain using vec0(embedding float[${DIMENSION}])`);
  const insert = db.prepare("insert into temp.plain (embedding) values (?)");
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) {
      insert.run(Buffer.from(vectors.slice(at * DIMENSION, (at + 1) * DIMENSION).buffer));
    }
  })();
  const nearest = db.prepare(
    "select rowid from temp.plain where embedding match ? order by distance limit 20",
  );
  return asked.slice(0, 20).map((vector) => {
    const from = performance.now();
    nearest.all(Buffer.from(vector.buffer));
    return performance.now() - from;
  });
};

/** Milliseconds to read every vector once, the best of five: no scan of floats can be faster. */
const readOnce = (vectors: Float32Array): number => {
  // Larger than any cache, and no second copy of a million vectors.
  const target = Buffer.alloc(Math.min(vectors.byteLength, 256 * 2 ** 20));
  const source = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now();
    for (let at = 0; at < source.length; at += target.length) source.copy(target, 0, at);
    return performance.now() - from;
  });
  // A copy reads and writes.
  return Math.min(...times) / 2;
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

const percentiles = (times: readonly number[]): readonly [string, string] => {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  return [at(0.5), at(0.95)];
};

const rows: string[] = [];
for (const size of values.sizes.split(",").map(Number)) rows.push(...(await measure(size)));
const body = [
  "| memories | hybrid p50, ms | hybrid p95, ms | CPU, ms | sqlite-vec p50, ms | sqlite-vec p95, ms | floor, ms | inserted/s | database, MB | first search, ms |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
  ...rows,
  "",
  `Processes that wanted a core during the run: ${loadavg()[0]?.toFixed(0)}.`,
  "",
  `${DIMENSION} dimensions. Hybrid: words, vectors and graph, fused, from the main thread to the search worker and back, ${QUERY_COUNT} queries of 8 words, none of the 50 most frequent, as stop words are not looked for; CPU is the mean time on a core of one, all threads, which other programs do not lengthen; the first search also reads the signs of all vectors into memory. sqlite-vec: the 20 nearest of the same vectors as floats, by L2, in a temporary table. Floor: reading all floats once.`,
];
const isLong = values.sizes.split(",").some((size) => Number(size) > 100_000);
writeSection(
  isLong ? "search-long" : "search",
  isLong ? "Searching a million memories" : "Searching memories",
  isLong ? "npm run bench:long" : "npm run bench:search",
  body.join("\n"),
);
