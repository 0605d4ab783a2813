import { expect, it } from "vitest";
import { enterInList, indentItem, type LineEdit, pastedLink } from "./list-keys.ts";

const apply = (line: string, edit: LineEdit | null) =>
  edit && line.slice(0, edit.from) + edit.insert + line.slice(edit.to);
const enter = (line: string, column = line.length) => apply(line, enterInList(line, column));

it.each([
  ["a bullet", "- flour", "- flour\n- "],
  ["a star in a level", "  * salt", "  * salt\n  * "],
  ["a number", "9. bake", "9. bake\n10. "],
  ["a number with a bracket", "1) mix", "1) mix\n2) "],
  ["an open task", "- [ ] call", "- [ ] call\n- [ ] "],
  ["a task that is done", "- [x] call", "- [x] call\n- [ ] "],
  ["an item in a quote", "> - said", "> - said\n> - "],
])("goes on after %s", (_, line, expected) => {
  expect(enter(line)).toBe(expected);
});

it.each(["- ", "-", "  * ", "3. ", "- [ ] ", "- [ ]", "12) "])(
  "ends the list in the empty item %j",
  (line) => {
    expect(enter(line)).toBe("");
  },
);

it("keeps the quote when a list in it ends", () => {
  expect(enter("> - ")).toBe(">");
});

it("takes what stands behind the cursor into the next item", () => {
  expect(enter("- flour and salt", 7)).toBe("- flour\n- and salt");
});

it("leaves Enter alone before the text of an item and outside of lists", () => {
  for (const [line, column] of [
    ["- flour", 0],
    ["- flour", 1],
    ["Just text", 9],
    ["-5 degrees", 10],
  ] as const) {
    expect(enterInList(line, column)).toBeNull();
  }
});

it("moves an item in and out", () => {
  const moved = (line: string, direction: "in" | "out") => apply(line, indentItem(line, direction));
  expect(moved("- a", "in")).toBe("  - a");
  expect(moved("1. a", "in")).toBe("   1. a");
  expect(moved("  - a", "out")).toBe("- a");
  expect(moved("\t- a", "out")).toBe("- a");
  expect(moved("- a", "out")).toBeNull();
  expect(moved("text", "in")).toBeNull();
});

it("makes a link of selected words and a pasted address", () => {
  expect(pastedLink("the mill", " https://mill.example/a_(b)\n")).toBe(
    "[the mill](https://mill.example/a_%28b%29)",
  );
  for (const [selected, pasted] of [
    ["", "https://a.b"],
    ["two\nlines", "https://a.b"],
    ["https://a.b", "https://c.d"],
    ["words", "javascript:alert(1)"],
    ["words", "https://a.b and more"],
  ] as const) {
    expect(pastedLink(selected, pasted)).toBeNull();
  }
});
