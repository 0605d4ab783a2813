import { expect, it } from "vitest";
import { trimBody } from "./cut-text.ts";

it("takes outer blank lines off a body and nothing else", () => {
  expect(trimBody("\n \t\n  a\n\nb  \n \n")).toBe("  a\n\nb  ");
  expect(trimBody("\r\n  a\r\nb\r\n\r\n")).toBe("  a\r\nb");
  expect(trimBody(" \n\t ")).toBe("");
  expect(trimBody("a")).toBe("a");
});
