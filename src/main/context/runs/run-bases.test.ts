import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Message } from "#shared/model/manifest.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { runPlace } from "./run-place.ts";
import { sha256 } from "../text-hash.ts";
import { type Run, RunStore } from "./run-store.ts";
import { testManifest, testRun, testSegment } from "./test-run.ts";

let folder: string;
let store: Store;
let runs: RunStore;
let maxBytes: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-bases-"));
  store = openStore(join(folder, "index.db"));
  maxBytes = 10_000_000;
  runs = new RunStore(store.db, () => maxBytes);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The history of a conversation of short messages. */
const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `Message ${at} says ${(at * 7919) % 1009} of ${(at * 104729) % 997}.`,
  }));

it("stores the runs of a conversation in what each of them adds", async () => {
  for (let turn = 40; turn < 60; turn++) await runs.save(testRun(`r${turn}`, talk(turn)));
  const sizes = store.db.prepare("select bytes from runs order by seq").pluck().all() as number[];
  expect(Math.max(...sizes)).toBeLessThan(1_500);
  // Shared by many of them.
  expect(store.db.prepare("select count(*) from run_texts").pluck().get()).toBeLessThan(4);
  for (let turn = 40; turn < 60; turn++)
    expect(await runs.read(`r${turn}`)).toEqual(testRun(`r${turn}`, talk(turn)));
  expect((await runs.manifests({ session: "s1", limit: 3 })).map(({ id }) => id)).toEqual([
    "r57",
    "r58",
    "r59",
  ]);
});

it("takes a new base as soon as the runs since the last have cost as much as one", async () => {
  for (let turn = 40; turn < 140; turn++) await runs.save(testRun(`r${turn}`, talk(turn)));
  const bases = store.db.prepare("select bytes from run_texts").pluck().all() as number[];
  const bodies = store.db.prepare("select bytes from runs order by seq").pluck().all() as number[];
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  expect(bases.length).toBeGreaterThan(1);
  // Neither one base for all nor one for each would take as little.
  const first = bodies[1] as number;
  expect(total(bodies) - bodies.length * first).toBeLessThan(1.2 * total(bases));
  expect(total(bases)).toBeLessThan(0.1 * bodies.length * Math.max(...bases));
  expect(await runs.read("r139")).toEqual(testRun("r139", talk(139)));
});

it("computes the hashes of texts that are stored with a run", async () => {
  const long = "A long text that is shared. ".repeat(40);
  const messages: Message[] = [
    { role: "system", content: `${long}short end` },
    { role: "user", content: "When is the rye ready?" },
  ];
  const segments = [
    testSegment("long", { sha256: sha256(long), range: [0, long.length] }),
    testSegment("end", { sha256: sha256("short end"), range: [long.length, long.length + 9] }),
    testSegment("said", { message: 1, sha256: sha256("When is the rye ready?"), range: [0, 22] }),
    testSegment("raw", { message: 1, sha256: sha256("Something longer that was cut"), range: [0, 4] }),
    testSegment("nowhere", { message: null, range: null }),
  ];
  const run: Run = { manifest: testManifest("hashed", segments), messages, tools: [] };
  await runs.save(run);
  expect(await runs.read("hashed")).toEqual(run);
  expect(await runs.manifests({ session: "s1", limit: 1 })).toEqual([run.manifest]);
  const said = testRun("plain", talk(60));
  const hashed = said.manifest.segments.map((segment, at) => ({
    ...segment,
    sha256: sha256(said.messages[at]?.content ?? ""),
  }));
  await runs.save({ ...said, manifest: { ...said.manifest, session: "s2", segments: hashed } });
  const taken = store.db.prepare<[], number>("select bytes from run_texts order by rowid desc").pluck().get();
  // 60 hashes of 32 bytes are not in there.
  expect(taken).toBeLessThan(60 * 32);
  expect((await runs.read("plain")).manifest.segments).toEqual(hashed);
});

it("keeps what a run is packed against as long as a run needs it, also after a restart", async () => {
  for (let turn = 40; turn < 50; turn++) await runs.save(testRun(`r${turn}`, talk(turn)));
  runs = new RunStore(store.db, () => maxBytes);
  for (let turn = 40; turn < 45; turn++) runs.remove(`r${turn}`);
  for (let turn = 45; turn < 50; turn++)
    expect(await runs.read(`r${turn}`)).toEqual(testRun(`r${turn}`, talk(turn)));
  for (let turn = 45; turn < 50; turn++) runs.remove(`r${turn}`);
  expect(runs.bytes()).toBe(0);
});

it("leaves nothing of a forgotten text in what later runs are packed against", async () => {
  const secret = talk(40).map((each, at) => (at === 5 ? { ...each, content: "The code is 7 zebra." } : each));
  await runs.save(testRun("said", secret));
  await runs.save(testRun("later", [...talk(41)]));
  const place = runPlace(runs);
  await place.purge("7 zebra", { id: "m", text: "7 zebra" } as never);
  await runs.save(testRun("after", talk(42)));
  for (const { id } of runs.list({ limit: 10 })) expect(await runs.says(id, "7 zebra")).toBe(false);
  expect((await runs.read("after")).messages.length).toBe(42);
});
