import { describe, expect, it } from "vitest";
import { judgeCandidates, type RecallEvent, type Scored, scoreDream } from "./score-dream.ts";

const now = new Date("2026-11-16T12:00:00.000Z");
const event = (query: string, score: number, at: string): RecallEvent => ({ memory: "m", query, score, at });
const hits = (count: number, query = (n: number) => `q${n}`) =>
  Array.from({ length: count }, (_, n) => event(query(n), 1, now.toISOString()));

describe("scoreDream", () => {
  it("computes frequency as ln(1 + hits) / ln 7, at most 1", () => {
    expect(scoreDream(hits(3), now).frequency).toBeCloseTo(Math.log(4) / Math.log(7), 12);
    expect(scoreDream(hits(6), now).frequency).toBe(1);
    expect(scoreDream(hits(60), now).frequency).toBe(1);
  });

  it("computes relevance as the mean event score", () => {
    const events = [event("a", 1, now.toISOString()), event("b", 0.5, now.toISOString())];
    expect(scoreDream(events, now).relevance).toBe(0.75);
  });

  it("halves recency every 7 days since the last hit", () => {
    const at = (iso: string) => scoreDream([event("a", 1, iso)], now).recency;
    expect(at("2026-11-16T12:00:00.000Z")).toBe(1);
    expect(at("2026-11-09T12:00:00.000Z")).toBe(0.5);
    expect(at("2026-11-02T12:00:00.000Z")).toBe(0.25);
    expect(at("2026-11-13T00:00:00.000Z")).toBeCloseTo(0.5 ** 0.5, 12);
  });

  it("measures recency from the last hit, whatever the order of events", () => {
    const old = event("a", 1, "2026-10-01T00:00:00.000Z");
    expect(scoreDream([event("b", 1, now.toISOString()), old], now).recency).toBe(1);
  });

  it("does not reward a clock that was set back", () => {
    expect(scoreDream([event("a", 1, "2026-11-20T00:00:00.000Z")], now).recency).toBe(1);
  });

  it("computes diversity as the larger of distinct queries and distinct UTC days, over 5", () => {
    const threeDays = ["14", "15", "16"].map((day) => event("same", 1, `2026-11-${day}T01:00:00.000Z`));
    expect(scoreDream(threeDays, now).diversity).toBe(0.6);
    expect(scoreDream(hits(4), now).diversity).toBe(0.8);
    expect(scoreDream(hits(9), now).diversity).toBe(1);
  });

  it("treats queries that differ only in case and spaces as one", () => {
    const events = ["When do we open?", "when  do we OPEN? "].map((query) =>
      event(query, 1, now.toISOString()),
    );
    expect(scoreDream(events, now).queries).toBe(1);
  });

  it("weighs the parts 0.24, 0.30, 0.15, 0.15 and 0.10", () => {
    const events = [
      event("a", 1, "2026-11-07T12:00:00.000Z"),
      event("b", 0.5, "2026-11-08T12:00:00.000Z"),
      event("b", 0.25, "2026-11-09T12:00:00.000Z"),
    ];
    const expected =
      0.24 * (Math.log(4) / Math.log(7)) + 0.3 * (1.75 / 3) + 0.15 * 0.5 + 0.15 * (3 / 5) + 0.1 * (3 / 5);
    expect(scoreDream(events, now).score).toBeCloseTo(expected, 12);
  });

  it("reaches 0.94 at most, because of the weights", () => {
    const events = Array.from({ length: 10 }, (_, n) =>
      event(`q${n}`, 1, new Date(now.getTime() - n * 86_400_000).toISOString()),
    );
    expect(scoreDream(events, now).score).toBeCloseTo(0.94, 12);
  });
});

describe("judgeCandidates", () => {
  const candidate = (id: string, changes: Partial<Scored<{ id: string }>> = {}): Scored<{ id: string }> => ({
    ...scoreDream(hits(6), now),
    memory: { id },
    promotedBefore: false,
    ...changes,
  });
  const verdict = (changes: Partial<Scored<{ id: string }>>) =>
    judgeCandidates([candidate("m", changes)])[0]?.verdict;

  it("promotes from 3 hits, 2 queries and a score of 0.35 on", () => {
    expect(verdict({ hits: 3, queries: 2, score: 0.35 })).toBe("promote");
    expect(verdict({ hits: 2, queries: 2, score: 0.9 })).toBe("too-few-hits");
    expect(verdict({ hits: 9, queries: 1, days: 9, score: 0.9 })).toBe("too-few-queries");
    expect(verdict({ hits: 3, queries: 2, score: 0.349 })).toBe("low-score");
  });

  it("never promotes twice", () => {
    expect(verdict({ promotedBefore: true })).toBe("promoted-before");
  });

  it("promotes the 20 best of a sweep, best first", () => {
    const many = Array.from({ length: 25 }, (_, n) => candidate(`m${n}`, { score: 0.4 + n / 100 }));
    const judged = judgeCandidates(many);
    expect(judged.filter(({ verdict }) => verdict === "promote").map(({ memory }) => memory.id)).toEqual(
      Array.from({ length: 20 }, (_, n) => `m${24 - n}`),
    );
    expect(judged.filter(({ verdict }) => verdict === "over-limit")).toHaveLength(5);
  });

  it("does not count memories that were promoted before", () => {
    const before = Array.from({ length: 20 }, (_, n) =>
      candidate(`old${n}`, { score: 0.9, promotedBefore: true }),
    );
    const judged = judgeCandidates([...before, candidate("new", { score: 0.4 })]);
    expect(judged.find(({ memory }) => memory.id === "new")?.verdict).toBe("promote");
  });
});
