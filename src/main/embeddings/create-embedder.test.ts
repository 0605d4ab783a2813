import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, expect, it } from "vitest";
import { Disposables } from "../base/disposables.ts";
import { forkChild } from "../base/fork-child.ts";
import { modelFolder } from "./bundled-model.ts";
import { createEmbedder } from "./create-embedder.ts";
import references from "./reference-vectors.json" with { type: "json" };
import { runModel } from "./run-model.ts";

const resources = join(import.meta.dirname, "../../../resources");
const owned = new Disposables();
afterEach(() => owned.close());

const open = (folder = resources) => owned.own(createEmbedder({ resources: folder, startChild: forkChild }));
const dot = (a: readonly number[] | Float32Array, b: Float32Array): number =>
  [...a].reduce((sum, value, at) => sum + value * (b[at] as number), 0);
const copied = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-model-"));
  cpSync(modelFolder(resources), modelFolder(folder), { recursive: true });
  return folder;
};

it("returns the vectors of the reference model", async () => {
  const embedder = open();
  const vectors = await embedder.embed(references.map(({ text }) => text));
  const cosines = vectors.map((vector, at) => dot(references[at]?.vector ?? [], vector));
  expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.98);
  expect(vectors.map(({ length }) => length)).toEqual(references.map(() => embedder.dimension));
  for (const vector of vectors) expect(dot(vector, vector)).toBeCloseTo(1, 4);
});

it("returns nearly the same vectors in WebAssembly", async () => {
  const model = await runModel(resources, "wasm");
  const { text, vector } = references[1] as (typeof references)[number];
  expect(dot(vector, await model.embed(text))).toBeGreaterThanOrEqual(0.98);
  expect(model.runtime).toBe("wasm");
  await model.close();
});

it("falls back to WebAssembly on its own when there is no native binary", async () => {
  const { text, vector } = references[2] as (typeof references)[number];
  const fixture = join(import.meta.dirname, "no-native.fixture.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [fixture, resources, text]);
  const ran = JSON.parse(stdout) as { runtime: string; vector: number[] };
  expect(ran.runtime).toBe("wasm");
  expect(dot(vector, Float32Array.from(ran.vector))).toBeGreaterThanOrEqual(0.98);
}, 30_000);

it("reports nothing to the runtime's vendor, and writes no machine id", async () => {
  const home = mkdtempSync(join(tmpdir(), "satchel-home-"));
  const { ORT_DISABLE_TELEMETRY: _, ...env } = process.env;
  const fixture = join(import.meta.dirname, "embed-once.fixture.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [fixture, resources], {
    env: { ...env, HOME: home, XDG_CACHE_HOME: join(home, "cache"), LOCALAPPDATA: home },
  });
  expect(stdout).toBe("384");
  expect(readdirSync(home)).toEqual([]);
});

it("returns the same vector for a text whatever is embedded with it", async () => {
  const embedder = open();
  const [alone] = await embedder.embed(["a sack of rye"]);
  const among = await embedder.embed(["first", "a sack of rye", "a much longer text ".repeat(400), ""]);
  expect(among[1]).toEqual(alone);
});

it("ends with the signal's reason, and continues with the next request", async () => {
  const embedder = open();
  const controller = new AbortController();
  const long = embedder.embed(
    Array.from({ length: 400 }, (_, at) => `text ${at} `.repeat(100)),
    controller.signal,
    { onProgress: () => controller.abort(new Error("enough")) },
  );
  await expect(long).rejects.toThrow("enough");
  expect(await embedder.embed(["still there"])).toHaveLength(1);
});

it("answers an urgent request before the batch that came first", async () => {
  const embedder = open();
  const order: string[] = [];
  const batch = embedder.embed(Array.from({ length: 60 }, (_, at) => `note ${at}`));
  const urgent = embedder.embed(["where is it?"], undefined, { urgent: true });
  await Promise.all([batch.then(() => order.push("batch")), urgent.then(() => order.push("urgent"))]);
  expect(order).toEqual(["urgent", "batch"]);
});

it("reports its progress", async () => {
  const told: [number, number][] = [];
  await open().embed(["a", "b", "c"], undefined, { onProgress: (done, total) => told.push([done, total]) });
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

it("reports a model that is missing, cut off or the wrong one", async () => {
  const none = open(mkdtempSync(join(tmpdir(), "satchel-none-")));
  await expect(none.embed(["a"])).rejects.toMatchObject({ code: "model-missing" });

  const short = copied();
  truncateSync(join(modelFolder(short), "model.onnx"), 1_000_000);
  await expect(open(short).embed(["a"])).rejects.toMatchObject({ code: "model-damaged" });

  const tampered = copied();
  const file = join(modelFolder(tampered), "tokenizer.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"the"', '"teh"'));
  await expect(open(tampered).embed(["a"])).rejects.toMatchObject({ code: "model-damaged" });
});
