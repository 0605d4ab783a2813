import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore, type Store } from "../../store/open-store.ts";
import { RecallSignals } from "./recall-signals.ts";

let store: Store;
let signals: RecallSignals;
beforeEach(() => {
  store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-")), "index.db"));
  signals = new RecallSignals(store);
});
afterEach(() => store.close());

const day = (date: string) => new Date(`${date}T10:00:00.000Z`);

it("records 1 / position for each hit of a turn", () => {
  signals.record("juno", "When do we open?", ["a", "b", "c"], day("2026-11-16"));
  const events = signals.byMemory("juno");
  expect([...events.values()].flat().map(({ memory, score }) => [memory, score])).toEqual([
    ["a", 1],
    ["b", 0.5],
    ["c", 1 / 3],
  ]);
  expect(events.get("a")?.[0]).toMatchObject({ query: "When do we open?", at: "2026-11-16T10:00:00.000Z" });
});

it("separates agents", () => {
  signals.record("juno", "flour", ["a"], day("2026-11-16"));
  expect(signals.byMemory("kate").size).toBe(0);
  expect(signals.countSince("kate", day("2026-01-01"))).toBe(0);
});

it("counts events, and the tags of recalled memories, since a given time", () => {
  const texts: Record<string, string> = { a: "Rye bread orders", b: "Bread for Monday" };
  signals.record("juno", "orders", ["a", "b"], day("2026-11-01"));
  signals.record("juno", "orders", ["a", "gone"], day("2026-11-15"));
  signals.record("juno", "Monday", ["b"], day("2026-11-16"));
  expect(signals.countSince("juno", day("2026-11-10"))).toBe(3);
  expect(signals.topTagsSince("juno", day("2026-11-10"), 2, (id) => texts[id] ?? null)).toEqual([
    ["bread", 2],
    ["monday", 1],
  ]);
});

it("forgets a memory's events", () => {
  signals.record("juno", "flour", ["a", "b"], day("2026-11-16"));
  expect(signals.forget("a")).toBe(1);
  expect([...signals.byMemory("juno").keys()]).toEqual(["b"]);
});
