import { expect, it } from "vitest";
import { canBeColoured } from "./use-highlight.ts";

it("colours code a person writes", () => {
  expect(canBeColoured("const bread = (flour) => ({ flour });\n".repeat(200))).toBe(true);
});

it("leaves code alone whose colouring would hold the window up", () => {
  expect(canBeColoured("/(".repeat(20_000))).toBe(false);
  expect(canBeColoured("/(\n".repeat(10_000))).toBe(false);
  expect(canBeColoured("a".repeat(50_000))).toBe(false);
});
