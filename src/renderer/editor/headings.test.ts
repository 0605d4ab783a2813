import { expect, it } from "vitest";
import { headingsOf, lineOfHeading, sectionOf } from "./headings.ts";

const note = `---
title: Rye
# no heading
---
# Rye **bread**

\`\`\`sh
# a comment
\`\`\`
## Oven
Hot.
### Steam
Much.
## [[Bread|Crust]] ##
Dark.
#tag
`;

it("lists the headings with their lines, and no code, YAML or tag", () => {
  expect(headingsOf(note)).toEqual([
    { level: 1, text: "Rye bread", line: 5 },
    { level: 2, text: "Oven", line: 10 },
    { level: 3, text: "Steam", line: 12 },
    { level: 2, text: "Crust", line: 14 },
  ]);
});

it("finds the section of a heading with what is below it", () => {
  expect(sectionOf(note, "oven")).toBe("## Oven\nHot.\n### Steam\nMuch.");
  expect(sectionOf(note, "Rye bread#Crust")).toBe("## [[Bread|Crust]] ##\nDark.\n#tag\n");
  expect(sectionOf(note, "Salt")).toBeNull();
});

it("finds a heading whatever its case and signs", () => {
  expect(lineOfHeading("# A\n## What, now?", "what now")).toBe(2);
});
