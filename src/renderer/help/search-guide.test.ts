import { expect, it } from "vitest";
import type { GuideSection } from "./guide-sections.ts";
import { searchGuide } from "./search-guide.ts";

const section = (title: string, text: string): GuideSection => ({ page: "page", id: "", title, text });

const sections = [
  section("Memory", "Notes are kept. Forget a memory and it is gone."),
  section("Forgetting", "Removes a memory and every copy of it."),
  section("Budget", "What the model reads."),
];

const titles = (query: string) => searchGuide(sections, query).map(({ section: { title } }) => title);

it("ranks a word in the title before the same word in the text", () => {
  expect(titles("forget")).toEqual(["Forgetting", "Memory"]);
});

it("requires every word, finds beginnings and other endings", () => {
  expect(titles("forget memory")).toEqual(["Memory", "Forgetting"]);
  expect(titles("mem")).toEqual(["Memory", "Forgetting"]);
  expect(titles("models reading")).toEqual(["Budget"]);
  expect(titles("forget budget")).toEqual([]);
});

it("answers nothing, a sign and a very long text with bounded work", () => {
  expect(titles("")).toEqual([]);
  expect(titles("(.*)+$")).toEqual([]);
  expect(titles("x".repeat(1_000_000))).toEqual([]);
});

it("shows the words around the first match", () => {
  const long = section("Long", `${"word ".repeat(40)}needle ${"word ".repeat(40)}`);
  const [hit] = searchGuide([long], "needle");
  expect(hit?.excerpt).toContain("needle");
  expect(hit?.excerpt.startsWith("…")).toBe(true);
  expect(hit?.excerpt.length).toBeLessThan(120);
});
