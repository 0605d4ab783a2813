import { join } from "node:path";
import { expect, it } from "vitest";
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
