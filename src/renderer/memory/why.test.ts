import { describe, expect, it } from "vitest";
import type { MemoryHit } from "#shared/contract/memory.ts";
import { ageOf, sharesOf, whyText } from "./why.ts";

const hit = (more: Partial<MemoryHit>): MemoryHit => ({
  id: "m1",
  tier: "curated",
  source: "workspace/MEMORY.md",
  item: null,
  line: 3,
  heading: "",
  kind: null,
  date: "2026-11-16",
  text: "Fenwick delivers on Tuesdays.",
  pinned: false,
  origin: "you",
  approved: false,
  weight: 1,
  tags: [],
  boost: 1,
  evidence: [],
  score: 0.25,
  lists: [],
  reason: "",
  ...more,
});
const words = { list: "keyword", rank: 1, score: 14.2, share: 0.2 } as const;
const meaning = { list: "vector", rank: 2, score: 0.78, share: 0.1 } as const;
const links = { list: "graph", rank: 1, score: 0.5, share: 0.1 } as const;

describe("whyText", () => {
  it("joins lists with the same rank and reports when all agree", () => {
    expect(whyText(hit({ lists: [words, meaning, links] }), "general")).toBe(
      "First by words and by links, second by meaning. All three kinds of search found it.",
    );
  });

  it("names the only list, and writes high ranks as numbers", () => {
    expect(whyText(hit({ lists: [{ ...meaning, rank: 12 }] }), "general")).toBe(
      "Number 12 by meaning. Only its meaning matched.",
    );
  });

  it("says what else speaks for a hit, and leaves it out of its age", () => {
    const evidence = [
      { name: "person", factor: 3, reason: "said by Maria" },
      { name: "meaning", factor: 2, reason: "" },
    ];
    const found = hit({ evidence, score: 0.6, weight: 0.5, lists: [words] });
    expect(whyText(found, "general")).toContain("Only its words matched. Said by Maria.");
    expect(ageOf(found)).toBeCloseTo(0.5, 12);
  });

  it("describes boosts and age in words", () => {
    const aged = whyText(hit({ tier: "daily", lists: [words, meaning], weight: 0.64 }), "general");
    expect(aged).toContain("older than a week, so it counts 64 %");
    expect(whyText(hit({ tier: "daily", lists: [words], weight: 0.16 }), "general")).toContain("faded");
    expect(whyText(hit({ tier: "session", boost: 2, lists: [words] }), "debugging")).toContain(
      "A conversation counts 2 times as much for debugging.",
    );
    expect(whyText(hit({ tier: "daily", pinned: true, lists: [words] }), "general")).toContain("pinned");
  });
});

describe("sharesOf", () => {
  it("adds up to the score, with boost and age in each share", () => {
    const found = hit({ boost: 2, weight: 0.5, score: 0.3, lists: [words, meaning] });
    const shares = sharesOf(found);
    expect(shares.reduce((sum, { added }) => sum + added, 0)).toBeCloseTo(0.3, 12);
    expect(shares.map(({ rank }) => rank)).toEqual([1, 2, null]);
    expect(ageOf(found)).toBeCloseTo(0.5, 12);
  });

  it("is all zeros where no list contains it", () => {
    expect(sharesOf(hit({ lists: [], score: 0 })).every(({ added }) => added === 0)).toBe(true);
  });
});
