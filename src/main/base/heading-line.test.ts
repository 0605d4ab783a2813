import { expect, it } from "vitest";
import { headingLine } from "./heading-line.ts";

it("reads the level and the words, without closing marks", () => {
  expect(headingLine("# One")).toEqual({ level: 1, title: "One" });
  expect(headingLine("###  C# and more ##  ")).toEqual({ level: 3, title: "C# and more" });
  expect(headingLine("## ##")).toEqual({ level: 2, title: "" });
  for (const line of ["#tag", "####### seven", " # indented", "text"]) expect(headingLine(line)).toBeNull();
});

it("ends on a line of blanks, in which an expression would try every division", () => {
  expect(headingLine(`# ${" ".repeat(200_000)}x**`)).toEqual({ level: 1, title: "x**" });
});
