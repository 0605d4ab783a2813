import { join } from "node:path";
import { expect, it } from "vitest";
import { checkCycles } from "./cycle-check.ts";
import { checkDirection, hiddenImports, importsOf } from "./direction-check.ts";

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

it("finds ways to a module of Node that stand in no import, and takes no method or comment for one", () => {
  const source = `
// createRequire and require("fs") in a comment
 * import(anything) in a longer one
const a = process.getBuiltinModule("node:fs");
const b = createRequire(import.meta.url);
const c = require("fs");
const d = import(name);
const e = import(\`node:fs\`);
const f = await import("./worker.ts");
class G { require(what: string): void {} }
this.identity.require();
`;
  expect(hiddenImports(source)).toEqual(["getBuiltinModule", "createRequire", "require(", "import("]);
});

it("refuses writers to any path outside base and workspace, and lets types and names of files pass", () => {
  const { refused } = checkDirection(join(import.meta.dirname, "fixtures", "direction"));
  const around = refused.filter((line) => line.includes("goes-around.ts"));
  expect(around.filter((line) => line.includes("write-atomic.ts"))).toHaveLength(1);
  expect(around).toHaveLength(8);
});

it("finds import cycles of two files, of three, and of one, also through types, and none in a line", () => {
  const { cycles } = checkCycles(join(import.meta.dirname, "fixtures", "cycles"));
  const names = cycles.map((cycle) => [...cycle.matchAll(/([a-z-]+)\.ts/g)].map(([, name]) => name));
  expect(names).toEqual([["self"], ["three-a", "three-b", "three-c"], ["two-a", "two-b"]]);
});
