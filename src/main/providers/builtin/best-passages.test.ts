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
