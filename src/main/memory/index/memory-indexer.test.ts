import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { Disposables } from "../../base/disposables.ts";
import { silentLog } from "../../base/log.ts";
import { type MemoryDraft, rowsOfSource } from "./memory-draft.ts";
import { MemoryIndexer } from "./memory-indexer.ts";
import { MemoryStore } from "../tables/memory-store.ts";
import { newStore, textSource } from "../test-memory.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const DRAFT: MemoryDraft = {
  tier: "curated",
  origin: "you",
  item: null,
  lineFrom: 1,
  lineTo: 1,
  heading: "",
  kind: null,
  date: "2026-01-01",
  text: "",
};

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

describe("many rows", () => {
  const many = (name: string) =>
    textSource(`${name}.md`, Array.from({ length: 700 }, (_, at) => `- ${name} quince${at}\n`).join(""));
  const openMany = async () => {
    const store = owned.own(newStore());
    const memories = new MemoryStore(store, systemClock);
    const indexer = (closeAfter = Infinity) => {
      let left = closeAfter;
      const one: MemoryIndexer = owned.own(
        new MemoryIndexer({
          memories: new Proxy(memories, {
            get: (target, key) => {
              const value: unknown = Reflect.get(target, key);
              if (key === "removeRows" && left-- <= 0) void one.close();
              return typeof value === "function" ? (value as () => unknown).bind(target) : value;
            },
          }),
          log: silentLog,
          onChange: () => {},
          onProgress: () => {},
        }),
      );
      return one;
    };
    await indexer().syncAll(async () => [many("a"), many("b")]);
    const found = (word: string) =>
      store.db.prepare("select count(*) from memory_fts where memory_fts match ?").pluck().get(word);
    /** Whether a word is anywhere in the stored pages of the index, found or not. */
    const isInPages = (word: string) =>
      (store.db.prepare("select block from memory_fts_data").pluck().all() as Buffer[]).some((block) =>
        block.includes(word),
      );
    const isSound = () => store.db.exec("insert into memory_fts (memory_fts) values ('integrity-check')");
    return { memories, indexer, found, isInPages, isSound };
  };
  const settled = async (one: MemoryIndexer, work: Promise<void>) => {
    await work;
    await one.settled();
  };

  it("leave no word in the index when they are removed", async () => {
    const { memories, indexer, found, isInPages, isSound } = await openMany();
    expect(isInPages("quince")).toBe(true);
    const one = indexer();
    await settled(
      one,
      one.syncAll(async () => []),
    );
    expect(found("quince7")).toBe(0);
    expect(isInPages("quince")).toBe(false);
    expect(memories.words.isUntidy).toBe(false);
    isSound();
  });

  it("leave the rows of others as they were", async () => {
    const { indexer, found, isSound } = await openMany();
    const one = indexer();
    await settled(
      one,
      one.syncAll(async () => [many("b")]),
    );
    expect(found("quince7")).toBe(1);
    isSound();
  });

  it("are removed to the end by the next start when removing them was interrupted", async () => {
    const { memories, indexer, isInPages, isSound } = await openMany();
    await indexer(3).syncAll(async () => []);
    expect(memories.words.isUntidy).toBe(true);
    expect(isInPages("quince")).toBe(true);
    const next = indexer();
    await settled(
      next,
      next.syncAll(async () => []),
    );
    expect(isInPages("quince")).toBe(false);
    expect(memories.words.isUntidy).toBe(false);
    isSound();
  });

  it("do not keep the words of one that is forgotten meanwhile", async () => {
    const { memories, indexer, isInPages, isSound } = await openMany();
    memories.put({ source: "c.md", workspace: "workspace", agent: null, neighbours: false }, [
      ...rowsOfSource([{ ...DRAFT, text: "The zanzibar clove." }], {
        source: "c.md",
        workspace: "workspace",
        agent: null,
        neighbours: false,
      }),
    ]);
    await indexer(3).syncAll(async () => [many("b")]);
    expect(isInPages("zanzibar")).toBe(true);
    memories.remove(memories.newestOf("c.md")?.id ?? "");
    expect(isInPages("zanzibar")).toBe(false);
    expect(memories.words.isUntidy).toBe(true);
    isSound();
  });

  it("leave no word when they go source by source", async () => {
    const few = Array.from({ length: 60 }, (_, at) =>
      textSource(`few-${at}.md`, Array.from({ length: 12 }, (__, row) => `- medlar${at}x${row}\n`).join("")),
    );
    const { memories, indexer, isInPages, isSound } = await openMany();
    const one = indexer();
    await one.syncAll(async () => [many("a"), many("b"), ...few]);
    expect(isInPages("medlar")).toBe(true);
    await Promise.all(few.map(({ source }) => one.forget(source)));
    await one.settled();
    expect(isInPages("medlar")).toBe(false);
    expect(memories.words.isUntidy).toBe(false);
    isSound();
  });
});
