import { expect, it } from "vitest";
import { headingId, linksOf, sectionsOf, titleOf } from "./guide-sections.ts";

const page = [
  "# Your first day",
  "",
  "Start **here**, see [the budget](budget.md#cuts).",
  "",
  "## What’s in it?",
  "",
  "| a | b |",
  "| --- | --- |",
  "| one | `two` |",
  "",
  "```",
  "# not a heading",
  "```",
  "",
  "![The window](pictures/window.webp)",
].join("\n");

it("splits a page at its headings, and not inside code", () => {
  expect(sectionsOf("first", page)).toEqual([
    { page: "first", id: "", title: "Your first day", text: "Start here, see the budget." },
    {
      page: "first",
      id: "whats-in-it",
      title: "What’s in it?",
      text: "a b one two # not a heading The window",
    },
  ]);
  expect(titleOf(page)).toBe("Your first day");
});

it("makes the places of headings as GitHub does", () => {
  expect(headingId("What’s in it?")).toBe("whats-in-it");
  expect(headingId("A window that is too small")).toBe("a-window-that-is-too-small");
  expect(headingId("`satchel serve`, and Ünicode")).toBe("satchel-serve-and-ünicode");
});

it("finds every link, pictures included", () => {
  expect(linksOf(page)).toEqual(["budget.md#cuts", "pictures/window.webp"]);
});
