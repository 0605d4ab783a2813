import { expect, it } from "vitest";
import { bestPassages } from "./best-passages.ts";

const sources = [
  { source: "workspace/HOURS.md", text: "# Opening hours\n\nThe shop opens at 07:00.\n\nClosed on Mondays." },
  {
    source: "workspace/RECIPES.md",
    text: "## Rye\n\nBake the rye for an hour.\n\n## Baguette\n\nFive cuts.",
  },
];

it("finds the paragraph that answers, with its source and heading", () => {
  const [first] = bestPassages("When does the shop open?", sources, 3);
  expect(first).toMatchObject({
    source: "workspace/HOURS.md",
    text: "# Opening hours\n\nThe shop opens at 07:00.",
  });
});

it("finds nothing for words that occur nowhere, and for stop words only", () => {
  expect(bestPassages("quantum chromodynamics", sources, 3)).toEqual([]);
  expect(bestPassages("what is it and why", sources, 3)).toEqual([]);
});

it("matches Chinese, which has no spaces", () => {
  const found = bestPassages(
    "面包店几点开门",
    [{ source: "a.md", text: "面包店早上七点开门。\n\n周一休息。" }],
    1,
  );
  expect(found[0]?.text).toContain("七点开门");
});

it("finds what stands at the end of a long page, under the page's mark, and nothing of it twice", () => {
  const lines = Array.from({ length: 120 }, (_, line) => `Clause ${line} is about chimneys and gutters.`);
  const page = [...lines, "The deposit is nine hundred.", ...lines].join("\n");
  const text = `# Page 1\n\nA lease.\n\n# Page 2\n\n${page}`;
  const [first] = bestPassages("How much is the deposit?", [{ source: "Lease.pdf", text }], 3);
  expect(first?.text).toMatch(/^# Page 2\n\n[^#]*The deposit is nine hundred\./);
  expect(first?.text.length).toBeLessThan(1300);
  const all = bestPassages("clause deposit", [{ source: "Lease.pdf", text }], 1000);
  const bodies = all.toSorted((one, other) => one.at - other.at).map(({ body }) => body);
  expect(bodies.join("\n")).toBe(page);
});

it("repeats the names of the columns above rows further down", () => {
  const rows = Array.from({ length: 400 }, (_, row) => `Item ${row} | ${row * 3} | shelf ${row % 9}`);
  const text = `# Sheet Stock\n\n${["Name | Price | Place", ...rows].join("\n")}`;
  const [first] = bestPassages("price of item 377", [{ source: "a.xlsx", text }], 1);
  expect(first?.text).toContain("# Sheet Stock\n\nName | Price | Place\n");
  expect(first?.text).toContain("Item 377 | 1131 |");
});

it("cuts one line without spaces inside no character", () => {
  const text = "面包🍞".repeat(900);
  const [first] = bestPassages("面包", [{ source: "a.md", text }], 1);
  expect(first?.text.isWellFormed()).toBe(true);
  expect(first?.text.length).toBeLessThanOrEqual(1200);
});
