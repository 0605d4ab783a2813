import { expect, it } from "vitest";
import type { DreamCandidate } from "#shared/contract/dream.ts";
import { BEST_DREAM_SCORE } from "#shared/model/dream-rule.ts";
import { dreamParts, verdictText } from "./dream-parts.ts";

const candidate: DreamCandidate = {
  memory: "m1",
  fact: "Rye sells out first.",
  tier: "daily",
  source: "workspace/memory/2026-11-15.md#2",
  hits: 5,
  queries: 3,
  days: 2,
  frequency: 0.92,
  relevance: 0.7,
  recency: 0.9,
  diversity: 0.6,
  score: 0.24 * 0.92 + 0.3 * 0.7 + 0.15 * 0.9 + 0.15 * 0.6 + 0.1 * 0.4,
  verdict: "promote",
  origin: "you",
  eligible: true,
  preticked: true,
  reason: "",
};

it("draws parts that add up to the score", () => {
  const total = dreamParts(candidate).reduce((sum, { value }) => sum + value, 0);
  expect(total).toBeCloseTo(candidate.score, 12);
  expect(BEST_DREAM_SCORE).toBeCloseTo(0.94, 12);
});

it("counts at most five days", () => {
  const days = dreamParts({ ...candidate, days: 40 }).find(({ key }) => key === "days");
  expect(days?.value).toBeCloseTo(0.1, 12);
});

it("explains in a few words why a memory is not kept", () => {
  const told = (verdict: DreamCandidate["verdict"]) =>
    verdictText({ ...candidate, verdict, hits: 2, score: 0.3 });
  expect(told("too-few-hits")).toBe("recalled 2 times, needs 3");
  expect(told("low-score")).toBe("score 0.30, needs 0.35");
  expect(told("promoted-before")).toBe("kept before");
});
