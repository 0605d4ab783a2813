import { afterEach, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { Disposables } from "../../base/disposables.ts";
import { silentLog } from "../../base/log.ts";
import { MemoryIndexer } from "./memory-indexer.ts";
import { MemoryStore } from "../tables/memory-store.ts";
import { newStore, textSource } from "../test-memory.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const open = (longAfterMs: number, stopAt?: number) => {
  const memories = new MemoryStore(owned.own(newStore()), systemClock);
  const told: (readonly [number, number, boolean])[] = [];
  const indexer: MemoryIndexer = owned.own(
    new MemoryIndexer({
      memories,
      log: silentLog,
      longAfterMs,
      onChange: () => {},
      onProgress: (done, total, stopped = false) => {
        told.push([done, total, stopped]);
        if (done === stopAt && total === 3 && !stopped) indexer.cancel();
      },
    }),
  );
  const count = () => memories.countByTier("workspace", null).curated ?? 0;
  return { indexer, told, count };
};
const bullets = (name: string) => Array.from({ length: 200 }, (_, at) => `- ${name} ${at}\n`).join("");
const sources = async () => ["a", "b", "c"].map((name) => textSource(`${name}.md`, bullets(name)));

it("reports its progress when it takes long, also inside one source, and that it is done", async () => {
  const { indexer, told } = open(0);
  await indexer.syncAll(sources);
  expect(told.length).toBeGreaterThan(4);
  expect(told[0]).toEqual([0, 3, false]);
  expect(told.at(-1)).toEqual([3, 3, false]);
});

it("reports nothing when it is done soon", async () => {
  const { indexer, told } = open(1e9);
  await indexer.syncAll(sources);
  expect(told).toEqual([]);
});

it("stops on request, keeps what was read, and resumes from there", async () => {
  const { indexer, told, count } = open(0, 1);
  await indexer.syncAll(sources);
  expect(told.at(-1)).toEqual([1, 3, true]);
  expect(count()).toBeGreaterThanOrEqual(200);
  expect(count()).toBeLessThan(600);
  expect(indexer.cancel()).toBe(false);
  await indexer.syncAll(async () => (await sources()).slice(0, 2));
  expect(count()).toBe(400);
});

it("neither lists nor reads nor forgets anything once it is closed", async () => {
  const store = newStore();
  const memories = new MemoryStore(store, systemClock);
  const options = { memories, log: silentLog, onChange: () => {}, onProgress: () => {} };
  const indexer = new MemoryIndexer(options);
  let listed = 0;
  const list = () => {
    listed += 1;
    return sources();
  };
  const [one] = await sources();
  const waiting = [indexer.syncAll(list), indexer.forget("a.md")];
  await indexer.close();
  store.close();
  const late = [indexer.syncAll(list), indexer.sync(one!), indexer.forget("a.md")];
  expect(await Promise.allSettled([...waiting, ...late])).toEqual(
    Array.from({ length: 5 }, () => ({ status: "fulfilled", value: undefined })),
  );
  expect(listed).toBeLessThanOrEqual(1);
});
