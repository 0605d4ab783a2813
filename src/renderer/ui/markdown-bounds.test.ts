import { expect, it } from "vitest";
import { canBeDrawn } from "./markdown-bounds.ts";

it("draws what people write", () => {
  const list = Array.from(
    { length: 500 },
    (_, n) => `${"  ".repeat(n % 8)}- [ ] **Task** ${n} with \`code\``,
  );
  expect(canBeDrawn(`# Note\n\n> > quoted <b>twice</b><br>\n\n${list.join("\n")}`)).toBe(true);
  expect(canBeDrawn("A paragraph with *marks*.\n\n".repeat(20_000))).toBe(true);
});

it.each([
  ["elements in elements", "<div>".repeat(3_000)],
  ["elements over lines", "<div>\n".repeat(3_000)],
  ["quotes in quotes", `${">".repeat(3_000)} deep`],
  ["quotes with blanks", `${"> ".repeat(3_000)}deep`],
  ["lists in one line", `${"- ".repeat(3_000)}deep`],
  ["numbers in one line", `${"1. ".repeat(3_000)}deep`],
  ["lists line by line", Array.from({ length: 300 }, (_, n) => `${" ".repeat(2 * n)}- a`).join("\n")],
  ["emphasis that never ends", "*a ".repeat(25_000)],
  ["brackets that never end", "[".repeat(50_000)],
])("takes %s as plain text", (_, text) => {
  expect(canBeDrawn(text)).toBe(false);
});
