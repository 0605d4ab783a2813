import { parentPort, workerData } from "node:worker_threads";
import { type Recipe, recipeOf, textOf } from "./recipe.ts";
import { whyBroken } from "./target.ts";
import { targets } from "./targets.ts";

/** What the main thread asks for; `progress` is the number of the run that is under way. */
export type FuzzJob = {
  readonly target: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly progress: SharedArrayBuffer;
};

export type FuzzNews =
  | { readonly kind: "broken"; readonly run: number; readonly recipe: Recipe; readonly why: string }
  | { readonly kind: "slowest"; readonly run: number; readonly ms: number }
  | { readonly kind: "done"; readonly runs: number };

const { target: name, seed, from, to, progress } = workerData as FuzzJob;
const found = targets.find((each) => each.name === name);
if (!found || !parentPort) throw new Error(`There is no target ${name}.`);
const port = parentPort;
const target = found;
const counter = new Int32Array(progress);

/** The smallest recipe near this one that breaks the promise as well. */
const shrink = async (recipe: Recipe): Promise<Recipe> => {
  let smallest = recipe;
  const breaks = async (candidate: Recipe) => (await whyBroken(target, textOf(candidate))) !== null;
  for (let tries = 0; tries < 300;) {
    let better: Recipe | null = null;
    for (const candidate of smaller(smallest)) {
      tries += 1;
      Atomics.add(counter, 1, 1);
      if (tries >= 300) break;
      if (!(await breaks(candidate))) continue;
      better = candidate;
      break;
    }
    if (!better) break;
    smallest = better;
  }
  return smallest;
};

function* smaller(recipe: Recipe): Generator<Recipe> {
  for (const [index, [piece, times]] of recipe.entries()) {
    yield recipe.toSpliced(index, 1);
    if (times > 1) yield recipe.with(index, [piece, Math.floor(times / 2)]);
    if (piece.length > 1) {
      const middle = Math.floor(piece.length / 2);
      yield recipe.with(index, [piece.slice(0, middle), times]);
      yield recipe.with(index, [piece.slice(middle), times]);
    }
  }
}

let slowest = 0;
for (let run = from; run < to; run += 1) {
  const recipe = recipeOf(target, seed, run);
  Atomics.store(counter, 0, run);
  Atomics.add(counter, 1, 1);
  const begun = performance.now();
  const why = await whyBroken(target, textOf(recipe));
  const ms = performance.now() - begun;
  if (ms > slowest) {
    slowest = ms;
    port.postMessage({ kind: "slowest", run, ms } satisfies FuzzNews);
  }
  if (why !== null) {
    port.postMessage({ kind: "broken", run, recipe: await shrink(recipe), why } satisfies FuzzNews);
  }
}
port.postMessage({ kind: "done", runs: to - from } satisfies FuzzNews);
process.exit(0);
