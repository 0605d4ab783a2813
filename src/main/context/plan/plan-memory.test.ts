import { expect, it } from "vitest";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";
import type { Gathered } from "../types.ts";
import { planMemory } from "./plan-memory.ts";

const plan = (hits: readonly Partial<MemoryHit>[]) =>
  planMemory(
    { hits } as unknown as Gathered,
    { memoryTokens: 8000, memoryHits: 20 },
    { out: new Set(), cap: null, hits: null },
    { tokens: (text) => text.length, cut: (text) => text.length },
  ).text;

it("says a memory in one line, without the figures of the dream that promoted it", () => {
  const text = "Bake rye. _(score=0.81, hits=6, days=1)_\n1. Heat the oven.\r\n2. Wait.";
  const hit = { id: "m", tier: "curated", source: "workspace/MEMORY.md", date: "2026-11-16", text } as const;
  expect(plan([hit as Partial<MemoryHit>])).toBe(
    "- [curated · workspace/MEMORY.md · 2026-11-16] Bake rye. 1. Heat the oven. 2. Wait.",
  );
});

it("leaves no empty place for a date that is not known", () => {
  const hit = { id: "m", tier: "profile", source: "profile:workspace", date: "", text: "Kate bakes." };
  expect(plan([hit as Partial<MemoryHit>])).toBe("- [profile · profile:workspace] Kate bakes.");
});
