import { rmSync, mkdtempSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VectorIndex } from "../../src/main/memory/index/vector-index.ts";
import { RESCORED, rescored } from "../../src/main/memory/recall/recall-lists.ts";
import { openStore, type Store } from "../../src/main/store/open-store.ts";
import { writeSection } from "../results.ts";
import { fillWithVectors } from "./fill-with-vectors.ts";
import { clusteredVectors, DIMENSION } from "./synthetic.ts";

/**
 * How many of the twenty nearest by an exact scan of the floats the sign index finds, by how many candidates are
 * compared exactly, and what that costs. The vectors lie around a few hundred centres, so that the nearest ones differ
 * little: harder than texts on many subjects.
 */
const { values } = parseArgs({ options: { size: { type: "string", default: "100000" } } });
const SIZE = Number(values.size);
const QUERIES = 200;
const NEAREST = 20;
const model = "synthetic";

/** The rows nearest to a query by the cosine of the floats, all of them compared. */
const exact = (vectors: Float32Array, query: Float32Array): readonly number[] => {
  const scores = new Float64Array(SIZE);
  for (let row = 0; row < SIZE; row += 1) {
    const from = row * DIMENSION;
    let sum = 0;
    for (let i = 0; i < DIMENSION; i += 1) sum += (vectors[from + i] as number) * (query[i] as number);
    scores[row] = sum;
  }
  return [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(0, NEAREST);
};

const measure = (store: Store, vectors: Float32Array): string[] => {
  const index = new VectorIndex(model, DIMENSION);
  index.refresh(store.db);
  const queries = Array.from({ length: QUERIES }, (_, at) =>
    vectors.slice((SIZE + at) * DIMENSION, (SIZE + at + 1) * DIMENSION),
  );
  const wanted = queries.map((query) => exact(vectors, query));
  return [200, 500, 1_000, 2_000].map((limit) => {
    let found = 0;
    let worst = NEAREST;
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
    for (const [at, list] of lists.entries()) {
      // Row numbers of the store start at 1.
      const rows = new Set(list.map(({ memory }) => memory - 1));
      const same = (wanted[at] ?? []).filter((row) => rows.has(row)).length;
      found += same;
      worst = Math.min(worst, same);
    }
    const share = ((100 * found) / (QUERIES * NEAREST)).toFixed(2);
    const mark = limit === RESCORED ? " (the product's)" : "";
    return `| ${limit.toLocaleString("en")}${mark} | ${share} % | ${worst} of ${NEAREST} | ${((user + system) / 1000 / QUERIES).toFixed(1)} |`;
  });
};

const folder = mkdtempSync(join(tmpdir(), "satchel-bench-signs-"));
const store = openStore(join(folder, "index.db"));
try {
  const vectors = clusteredVectors(SIZE + QUERIES, DIMENSION);
  // Words are not searched here.
  fillWithVectors(store, model, vectors, SIZE, 1);
  const body = [
    "| compared exactly | recall@20 of the exact scan | worst query | CPU per query, ms |",
    "| --- | --- | --- | --- |",
    ...measure(store, vectors),
    "",
    `${QUERIES} queries, ${SIZE.toLocaleString("en")} vectors of ${DIMENSION} dimensions around 300 centres; the exact scan compares all floats, the product 8-bit integers. CPU: signs and exact comparison, one thread. Processes that wanted a core: ${loadavg()[0]?.toFixed(0)}. Aim: 99 %.`,
  ].join("\n");
  writeSection("signs", "The sign index against an exact scan", "npm run bench:search", body);
} finally {
  store.close();
  rmSync(folder, { recursive: true });
}
