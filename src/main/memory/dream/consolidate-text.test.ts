import { expect, it } from "vitest";
import { keptSections, lostShare, newBullets, withoutKept } from "./consolidate-text.ts";

it("returns only bullets that MEMORY.md does not contain, each once", () => {
  const answer = "Here you are:\n- The oven is new.\n- Rye on Fridays.\n* rye on fridays\n";
  expect(newBullets(answer, "# Memory\n\n- the oven is NEW\n")).toEqual(["Rye on Fridays."]);
  expect(newBullets("", "")).toEqual([]);
});

it("separates dreamed and pinned sections, unchanged", () => {
  const memory =
    "# M\n\n## A\n\n- a\n\n## Dreamed 2026-11-16 03:05 UTC\n\n- d\n\n## P\n<!-- pinned -->\n- p\n";
  expect(keptSections(memory)).toEqual([
    "## Dreamed 2026-11-16 03:05 UTC\n\n- d\n\n",
    "## P\n<!-- pinned -->\n- p\n",
  ]);
  expect(withoutKept(memory)).toBe("# M\n\n## A\n\n- a\n\n");
});

it("keeps a dreamed section without a time, and no other with a similar heading", () => {
  expect(keptSections("## Dreamed\n\n- d\n## Dreamedness\n\n- x\n")).toEqual(["## Dreamed\n\n- d\n"]);
});

it("counts an entry as lost when no new one has half of its words", () => {
  const before = "- The oven runs at 230.\n- Rye on Fridays.\n- Anna is late.\n- Flour from Miller.\n";
  expect(lostShare(before, before)).toBe(0);
  expect(lostShare(before, "- Oven runs at 230 degrees\n- On Fridays, rye\n- Anna late often\n")).toBe(0.25);
  expect(lostShare(before, "- Rye on Fridays.\n")).toBe(0.75);
  expect(lostShare("", "- a")).toBe(0);
});

it("does not confuse similar entries with each other", () => {
  const order = (n: number) => `- Order 10${n} costs ${n + 20} euros.\n`;
  const before = [1, 2, 3, 4, 5, 6, 7, 8].map(order).join("");
  expect(lostShare(before, order(3))).toBe(7 / 8);
  expect(lostShare(before, before)).toBe(0);
});
