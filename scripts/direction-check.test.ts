import { join } from "node:path";
import { expect, it } from "vitest";
import { checkCycles } from "./cycle-check.ts";
import { checkDirection, importsOf } from "./direction-check.ts";

it("refuses every import of the fixture", () => {
  const report = checkDirection(join(import.meta.dirname, "fixtures", "direction"));
  expect(report.imports).toBeGreaterThan(10);
  expect(report.refused).toHaveLength(report.imports);
});

it("finds static, bare, re-exported, multi-line and dynamic imports", () => {
  const source = `
import "a";
import b from "b";
import {
  c,
} from "c";
export { d } from "d";
export * from "e";
const f = await import("f");
import type { G } from "g";
`;
  expect(importsOf(source)).toEqual(["a", "b", "c", "d", "e", "f", "g"]);
});

it("finds import cycles of two files, of three, and of one, also through types, and none in a line", () => {
  const { cycles } = checkCycles(join(import.meta.dirname, "fixtures", "cycles"));
  const names = cycles.map((cycle) => [...cycle.matchAll(/([a-z-]+)\.ts/g)].map(([, name]) => name));
  expect(names).toEqual([["self"], ["three-a", "three-b", "three-c"], ["two-a", "two-b"]]);
});
