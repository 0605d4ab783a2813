import { expect, it } from "vitest";
import { offsetWithFigures, withoutFigures } from "./dream-figures.ts";

const text =
  "- Rye sells out. _(score=0.81, hits=6, days=1)_\n- Ana left. _(score=1, hits=12, days=30)_\nEnd";

it("takes the figures of a dream off the lines it promoted", () => {
  expect(withoutFigures(text)).toBe("- Rye sells out.\n- Ana left.\nEnd");
  expect(withoutFigures("_(score: high)_ (score=1)")).toBe("_(score: high)_ (score=1)");
});

it("finds every place of the sent text in the file", () => {
  const sent = withoutFigures(text);
  for (const part of ["Rye", "Ana", "End"])
    expect(offsetWithFigures(text, sent.indexOf(part))).toBe(text.indexOf(part));
  expect(offsetWithFigures(text, sent.length)).toBe(text.length);
});
