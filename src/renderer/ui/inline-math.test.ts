import { expect, it } from "vitest";
import { markInlineMath, shiftedBy } from "./inline-math.ts";

const marked = (text: string) => markInlineMath(text).text;

it.each([
  ["a formula", "$E = mc^2$", "$E = mc^2$"],
  ["two formulas", String.raw`$x$ and $\{y\}$`, String.raw`$x$ and $\{y\}$`],
  ["money", "$5 and $10", String.raw`\$5 and \$10`],
  ["a price before a formula", "It costs $5, and $x$ is it.", String.raw`It costs \$5, and $x$ is it.`],
  ["a range of prices", "$5-$10", String.raw`\$5-\$10`],
  ["an escaped dollar", String.raw`\$5 and $x$`, String.raw`\$5 and $x$`],
  ["code", "`$HOME` and `a $ b`", "`$HOME` and `a $ b`"],
  ["a fence", "```sh\necho $A $B\n```\n$5", "```sh\necho $A $B\n```\n\\$5"],
  ["a block", "$$\na $ b\n$$\n$x$", "$$\na $ b\n$$\n$x$"],
  ["blanks inside", "$ x $", String.raw`\$ x \$`],
])("reads %s", (_, text, expected) => {
  expect(marked(text)).toBe(expected);
});

it("says where a place went", () => {
  const math = markInlineMath("$5 and $6!");
  expect(math.text[shiftedBy(math, 9)]).toBe("!");
  expect(shiftedBy(math, 0)).toBe(0);
});

it("takes no time for a line of dollars or of ticks", () => {
  expect(marked("$a ".repeat(20_000))).toContain(String.raw`\$a`);
  expect(marked(`${"`".repeat(20_000)}$`)).toContain("$");
});
