import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Recipe, textOf } from "./recipe.ts";
import { runFuzz } from "./run-fuzz.ts";
import { whyBroken } from "./target.ts";
import { targets } from "./targets.ts";

const FOUND = join(import.meta.dirname, "found");
/** The same in each run, so that a failure means a change. */
const SEED = 2026;
const RUNS = 150;
/** Far longer than any input takes, also on a busy machine. */
const HANG_MS = 60_000;

describe("cases that were found before", () => {
  for (const name of readdirSync(FOUND)) {
    const target = targets.find((each) => `${each.name}.json` === name);
    const cases = JSON.parse(readFileSync(join(FOUND, name), "utf8")) as { why: string; recipe: Recipe }[];
    it(`${name}: ${cases.length} of them`, { timeout: HANG_MS }, async () => {
      expect(target).toBeDefined();
      for (const { recipe } of cases) expect(target && (await whyBroken(target, textOf(recipe)))).toBeNull();
    });
  }
});

describe("any input: no hang, nothing thrown but a Failure, the promise kept", () => {
  for (const target of targets) {
    it(target.name, { timeout: 10 * HANG_MS }, async () => {
      const result = await runFuzz(target, { seed: SEED, runs: RUNS, hangMs: HANG_MS });
      expect(result.found).toEqual([]);
      expect(result.runs).toBe(RUNS);
    });
  }
});

it("notices a parser that throws, and one that changes every object", async () => {
  const parser = (run: () => unknown) => ({ name: "x", words: ["a"], examples: ["a"], run });
  expect(
    await whyBroken(
      parser(() => JSON.parse("{")),
      "",
    ),
  ).toContain("SyntaxError");
  const polluted = await whyBroken(
    parser(() => Object.assign(Object.prototype, { x: 1 })),
    "",
  );
  Reflect.deleteProperty(Object.prototype, "x");
  expect(polluted).toBe("Object.prototype has the key x");
});
