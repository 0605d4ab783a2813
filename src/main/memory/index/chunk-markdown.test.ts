import { expect, it } from "vitest";
import { chunkMarkdown, cutText } from "./chunk-markdown.ts";

const text = [
  "<!-- tags: a -->",
  "# Suppliers",
  "",
  "Called every week.",
  "",
  "## Flour",
  "- Fenwick Mill",
  "  delivers on Tuesday",
  "- Rye from Holt",
  "# Oven",
  "```",
  "# no heading",
  "```",
].join("\n");

it("returns each bullet and paragraph with its headings and lines", () => {
  expect([...chunkMarkdown(text, "entries")]).toEqual([
    { text: "Called every week.", heading: "Suppliers", lineFrom: 4, lineTo: 4 },
    {
      text: "- Fenwick Mill\n  delivers on Tuesday",
      heading: "Suppliers > Flour",
      lineFrom: 7,
      lineTo: 8,
    },
    { text: "- Rye from Holt", heading: "Suppliers > Flour", lineFrom: 9, lineTo: 9 },
    { text: "```\n# no heading\n```", heading: "Oven", lineFrom: 11, lineTo: 13 },
  ]);
});

it("joins small paragraphs under one heading, and separates headings", () => {
  const passages = [...chunkMarkdown(text, "passages")];
  expect(passages.map(({ heading }) => heading)).toEqual(["Suppliers", "Suppliers > Flour", "Oven"]);
  expect(passages[1]?.text).toContain("Rye from Holt");
});

it("reads Windows line ends", () => {
  const [first] = chunkMarkdown("# A\r\nfirst\r\nsecond\r\n", "entries");
  expect(first).toEqual({ text: "first\nsecond", heading: "A", lineFrom: 2, lineTo: 3 });
});

it("cuts a long text at sentence ends, without losing any of it", () => {
  const long = "A sentence of some length about bread. ".repeat(200);
  const pieces = cutText(long);
  expect(pieces.every((piece) => piece.length <= 1_600 && piece.endsWith("."))).toBe(true);
  expect(pieces.join(" ")).toBe(long.trim());
  expect(cutText("🍞".repeat(2_000)).join("")).toBe("🍞".repeat(2_000));
});
