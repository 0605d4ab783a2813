import { rmSync, mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packedValues, packVector } from "../../src/main/memory/index/vector-codec.ts";
import { VectorIndex } from "../../src/main/memory/index/vector-index.ts";
import { RESCORED, rescored } from "../../src/main/memory/recall/recall-lists.ts";
import { openStore, type Store } from "../../src/main/store/open-store.ts";
import { writeSection } from "../results.ts";
import { fillWithVectors } from "./fill-with-vectors.ts";
import { clusteredVectors, DIMENSION } from "./synthetic.ts";

/**
 * How many of the twenty nearest by an exact scan the sign index finds, by how many candidates are
 * compared exactly, and what that costs. The vectors lie around a few hundred centres, so that the nearest ones differ
 * little: harder than texts on many subjects.
 */
const { values } = parseArgs({ options: { size: { type: "string", default: "100000" } } });
const SIZE = Number(values.size);
const QUERIES = 100;
const NEAREST = 20;
const model = "synthetic";

/** The rows nearest to a query by the cosine, all of them compared. */
const exact = (vectors: Float32Array | Int8Array, query: Float32Array): readonly number[] => {
  const scores = new Float64Array(SIZE);
  for (let row = 0; row < SIZE; row += 1) {
    const from = row * DIMENSION;
    let sum = 0;
    let square = 0;
    for (let i = 0; i < DIMENSION; i += 1) {
      const value = vectors[from + i] as number;
      sum += value * (query[i] as number);
      square += value * value;
    }
    scores[row] = sum / Math.sqrt(square);
  }
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, NEAREST);
};

/** The vectors as they are stored. */
const packed = (vectors: Float32Array): Int8Array => {
  const all = new Int8Array(SIZE * DIMENSION);
  for (let row = 0; row < SIZE; row += 1) {
    const from = row * DIMENSION;
    all.set(packedValues(packVector(vectors.subarray(from, from + DIMENSION))), from);
  }
  return all;
};

const measure = (store: Store, vectors: Float32Array): string[] => {
  const index = new VectorIndex(model, DIMENSION);
  index.refresh(store.db);
  const queries = Array.from({ length: QUERIES }, (_, at) =>
    vectors.slice((SIZE + at) * DIMENSION, (SIZE + at + 1) * DIMENSION),
  );
  const byFloats = queries.map((query) => exact(vectors, query));
  const stored = packed(vectors);
  const byStored = queries.map((query) => exact(stored, query));
  return [200, 500, 1_000, 2_000].map((limit) => {
    const before = process.cpuUsage();
    const lists = queries.map((query) =>
      [
        ...rescored(
          store.db,
          query,
          index.nearest(query, limit, () => true),
        ),
      ]
        .sort((a, b) => b.score - a.score)
        .slice(0, NEAREST),
    );
    const { user, system } = process.cpuUsage(before);
    // Row numbers of the store start at 1.
    const found = lists.map((list) => new Set(list.map(({ memory }) => memory - 1)));
    const shared = (wanted: readonly (readonly number[])[]) =>
      found.map((rows, at) => (wanted[at] ?? []).filter((row) => rows.has(row)).length);
    const share = (counts: readonly number[]) =>
      `${((100 * counts.reduce((sum, count) => sum + count, 0)) / (QUERIES * NEAREST)).toFixed(2)} %`;
    const [floats, integers] = [shared(byFloats), shared(byStored)];
    const mark = limit === RESCORED ? " (the product's)" : "";
    return `| ${limit.toLocaleString("en")}${mark} | ${share(integers)} | ${share(floats)} | ${Math.min(...floats)} of ${NEAREST} | ${((user + system) / 1000 / QUERIES).toFixed(1)} |`;
  });
};

const folder = mkdtempSync(join(tmpdir(), "satchel-bench-signs-"));
const store = openStore(join(folder, "index.db"));
try {
  const vectors = clusteredVectors(SIZE + QUERIES, DIMENSION);
  // Words are not searched here.
  fillWithVectors(store, model, vectors, SIZE, 1);
  const body = [
    "| compared exactly | recall@20 of an exact scan of the stored vectors | of the floats they were made from | worst query | CPU per query, ms |",
    "| --- | --- | --- | --- | --- |",
    ...measure(store, vectors),
    "",
    `${QUERIES} queries, ${SIZE.toLocaleString("en")} vectors of ${DIMENSION} dimensions around 300 centres; the nearest of a centre differ little, so that rounding to the stored 8-bit integers changes their order. CPU: signs and exact comparison, one thread. Processes that wanted a core: ${loadavg()[0]?.toFixed(0)}. Aim: 99 %.`,
  ].join("\n");
  writeSection("signs", "The sign index against an exact scan", "npm run bench:search", body);
} finally {
  store.close();
  rmSync(folder, { recursive: true });
}
