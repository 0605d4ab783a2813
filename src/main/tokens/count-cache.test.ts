import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../base/log.ts";
import { openStore, type Store } from "../store/open-store.ts";
import { openCalibrations } from "./calibrations.ts";
import { withCountCache } from "./count-cache.ts";
import { storedCounts } from "./stored-counts.ts";
import type { TokenCounter } from "./token-counter.ts";

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-counts-"));
  store = openStore(join(folder, "index.db"));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const countOf = (text: string, encoding: string) => ({ tokens: text.length, encoding, exact: true });

/** Records how often it is called. Each character is a token. */
const askedCounter = () => {
  const asked = { times: 0 };
  const counter: TokenCounter = {
    encodingOf: () => ({ encoding: "o200k_base", exact: true }),
    count: async (text, encoding) => {
      asked.times++;
      return countOf(text, encoding);
    },
    cuts: async (text, encoding, limits) => {
      asked.times++;
      return { count: countOf(text, encoding), offsets: limits.map((limit) => Math.min(limit, text.length)) };
    },
    cutTable: async (text, encoding) => {
      asked.times++;
      return {
        count: countOf(text, encoding),
        table: Uint32Array.from({ length: text.length + 1 }, (_, limit) => limit),
      };
    },
    close: async () => {},
  };
  return { asked, counter };
};

describe("counts of a project", () => {
  it("are computed once per text and encoding, also across a restart", async () => {
    const { asked, counter } = askedCounter();
    const first = withCountCache(counter, storedCounts(store), silentLog);
    const count = await first.count("hello", "o200k_base");
    expect(await first.count("hello", "o200k_base")).toEqual(count);
    expect(asked.times).toBe(1);
    await first.count("hello", "cl100k_base");
    await first.count("hello!", "o200k_base");
    expect(asked.times).toBe(3);

    store.close();
    store = openStore(join(folder, "index.db"));
    const second = withCountCache(counter, storedCounts(store), silentLog);
    expect(await second.count("hello", "o200k_base")).toEqual(count);
    expect(asked.times).toBe(3);
  });

  it("include their cuts, and compute limits that are not stored yet", async () => {
    const { asked, counter } = askedCounter();
    const cached = withCountCache(counter, storedCounts(store), silentLog);
    const cut = await cached.cuts("hello world", "o200k_base", [3, 5]);
    expect(await cached.cuts("hello world", "o200k_base", [5, 3])).toEqual({ ...cut, offsets: [5, 3] });
    expect(await cached.count("hello world", "o200k_base")).toEqual(cut.count);
    expect(asked.times).toBe(1);
    expect((await cached.cuts("hello world", "o200k_base", [3, 7])).offsets).toEqual([3, 7]);
    expect(asked.times).toBe(2);
  });

  it("keep the cuts for every limit in one row, also across a restart, and only the newest tables", async () => {
    const { asked, counter } = askedCounter();
    const first = withCountCache(counter, storedCounts(store), silentLog);
    const text = "word ".repeat(5000);
    const made = await first.cutTable(text, "o200k_base");
    expect(await first.cutTable(text, "o200k_base")).toEqual(made);
    store.close();
    store = openStore(join(folder, "index.db"));
    const second = withCountCache(counter, storedCounts(store), silentLog);
    expect(await second.cutTable(text, "o200k_base")).toEqual(made);
    expect(await second.count(text, "o200k_base")).toEqual(made.count);
    expect(asked.times).toBe(1);
    const tables = () => store.db.prepare("select count(*) from token_cut_tables").pluck().get();
    expect(tables()).toBe(1);
    for (let n = 0; n < 70; n++) await second.cutTable(`text ${n}`, "o200k_base");
    expect(tables()).toBe(64);
    expect(asked.times).toBe(71);
  });

  it("do not depend on the database", async () => {
    const { counter } = askedCounter();
    const cached = withCountCache(counter, storedCounts(store), silentLog);
    store.close();
    expect((await cached.count("hello", "o200k_base")).tokens).toBe(5);
    store = openStore(join(folder, "index.db"));
  });

  it("are removed oldest first when there are too many", () => {
    const cache = storedCounts(store, 10);
    for (let i = 0; i <= 1000; i++)
      cache.save(`sha${i}`, "o200k_base", { tokens: i, exact: true }, new Map([[1, 1]]));
    expect(cache.find("sha0", "o200k_base")).toBeNull();
    expect(cache.find("sha1000", "o200k_base")).toEqual({ tokens: 1000, exact: true });
    expect(store.db.prepare("select count(*) as n from token_cuts").get()).toEqual({ n: 10 });
  });
});

describe("calibrations of a project", () => {
  it("are kept per model, listed, and reset one by one or all", () => {
    const clock = { now: () => new Date("2026-01-02T03:04:05Z") };
    const calibrations = openCalibrations(store, clock);
    calibrations.recordUsage("b-model", 100, 150);
    calibrations.recordUsage("a-model", 100, 120);
    calibrations.recordUsage("a-model", 100, 140);
    expect(openCalibrations(store, clock).list()).toEqual([
      { model: "a-model", ratio: expect.closeTo(1.3), samples: 2, updatedAt: "2026-01-02T03:04:05.000Z" },
      { model: "b-model", ratio: 1.5, samples: 1, updatedAt: "2026-01-02T03:04:05.000Z" },
    ]);
    calibrations.reset("a-model");
    expect(calibrations.list().map(({ model }) => model)).toEqual(["b-model"]);
    calibrations.reset();
    expect(calibrations.list()).toEqual([]);
  });
});
