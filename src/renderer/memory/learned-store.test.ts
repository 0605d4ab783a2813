import { expect, it } from "vitest";
import type { Learned } from "#shared/contract/memory-life.ts";
import { lastLearned, learnedSince } from "./learned-store.ts";

const reading = (id: string, more: Partial<Learned> = {}): Learned => ({
  id,
  at: "2026-11-16T09:00:05Z",
  agent: "juno",
  session: "s1",
  by: "rules",
  refused: 0,
  items: [{ tier: "daily", text: "Closed on Thursday." }],
  usage: null,
  undone: false,
  ...more,
});

it("returns what was learned from a conversation since its last message", () => {
  const learned = [reading("new"), reading("old", { at: "2026-11-16T08:00:00Z" })];
  expect(learnedSince(learned, "s1", "2026-11-16T09:00:00Z")?.id).toBe("new");
  expect(learnedSince(learned, "s1", "2026-11-16T09:01:00Z")).toBeUndefined();
  expect(learnedSince(learned, "s2", "2026-11-16T09:00:00Z")).toBeUndefined();
  expect(learnedSince(learned, "s1", undefined)).toBeUndefined();
});

it("still returns a reading that was undone, so that it can be seen", () => {
  const learned = [reading("gone", { undone: true })];
  expect(learnedSince(learned, "s1", "2026-11-16T09:00:00Z")?.undone).toBe(true);
});

it("returns an agent's newest reading that was not undone", () => {
  const learned = [
    reading("gone", { undone: true }),
    reading("other", { agent: "counter" }),
    reading("mine"),
  ];
  expect(lastLearned(learned, "juno")?.id).toBe("mine");
  expect(lastLearned(learned, undefined)?.id).toBe("other");
});
