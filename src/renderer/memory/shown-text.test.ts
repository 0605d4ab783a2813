import { expect, it } from "vitest";
import { shownText } from "./shown-text.ts";

it("shows what a text says without Markdown's marks", () => {
  expect(shownText("One day less:\n\n- Strong white: **10 sacks**\n- Rye: `1`")).toBe(
    "One day less:\n• Strong white: 10 sacks\n• Rye: 1",
  );
  expect(shownText("## Fenwick\n> see [the list](orders/a.md)")).toBe("Fenwick\nsee the list");
});

it("shows the cells of a table and not its rule", () => {
  expect(shownText("| supplier | order by |\n| --- | ---: |\n| Fenwick Mill | 11:00 |")).toBe(
    "supplier · order by\nFenwick Mill · 11:00",
  );
});

it("leaves plain text, snake_case and single stars as they are", () => {
  for (const text of ["a_b_c * 2", "3 - 1 | 2", "Rye – 25 kg"]) expect(shownText(text)).toBe(text);
});
