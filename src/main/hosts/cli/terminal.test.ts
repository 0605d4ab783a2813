import { expect, it } from "vitest";
import { visible } from "./terminal.ts";

it("prints no control characters except line ends and tabs", () => {
  const asked = "\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b1m\u007f\rwiped\ta\r\nb\n";
  expect(visible(asked)).toBe("\\u001b]52;c;ZXZpbA==\\u0007\\u001b[2J\\u009b1m\\u007f\\u000dwiped\ta\r\nb\n");
});

it("keeps the value of JSON", () => {
  const value = { text: "\u009b31m \u007f 🐙 é" };
  expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value);
});
