import { describe, expect, it } from "vitest";
import type { Check } from "#shared/model/trial.ts";
import { pathProblem, valueAt } from "./json-path.ts";
import { runCheck } from "./run-check.ts";

const passes = (check: Check, answer: string) => runCheck(check, answer).passed;

describe("a check", () => {
  it("finds words whatever their capitals, and misses them", () => {
    expect(passes({ kind: "contains", text: "wednesday" }, "On WEDNESDAYS.")).toBe(true);
    expect(passes({ kind: "contains", text: "monday" }, "On Wednesdays.")).toBe(false);
    expect(passes({ kind: "lacks", text: "sorry" }, "Sorry!")).toBe(false);
    expect(passes({ kind: "lacks", text: "sorry" }, "At seven.")).toBe(true);
  });

  it("matches a pattern with its flags", () => {
    expect(passes({ kind: "matches", pattern: "^at\\s+7", flags: "i" }, "At 7")).toBe(true);
    expect(passes({ kind: "matches", pattern: "^at\\s+7" }, "At 7")).toBe(false);
  });

  it.each([
    ["the whole answer", '{"open": {"at": [7, 8]}}'],
    ["a fenced block", 'Here:\n```json\n{"open": {"at": [7, 8]}}\n```\nGood luck.'],
    ["brackets in a sentence", 'It is {"open": {"at": [7, 8]}}, as you asked.'],
  ])("finds JSON in %s", (_, answer) => {
    expect(passes({ kind: "json", path: "$.open.at[1]", equals: 8 }, answer)).toBe(true);
    expect(passes({ kind: "json", path: "$.open.at[1]", equals: 7 }, answer)).toBe(false);
    expect(passes({ kind: "json", path: 'open["at"]' }, answer)).toBe(true);
    expect(passes({ kind: "json", path: "$.shut" }, answer)).toBe(false);
    expect(passes({ kind: "number", path: "$.open.at[0]", min: 7, max: 7 }, answer)).toBe(true);
  });

  it("says that an answer has no JSON", () => {
    expect(runCheck({ kind: "json", path: "$.a" }, "No.")).toEqual({
      passed: false,
      why: "The answer has no JSON.",
    });
  });

  it("sees only what the JSON itself holds, never what every object has", () => {
    for (const path of ["$.constructor", "$.__proto__", "$.toString", '$["hasOwnProperty"]'])
      expect(passes({ kind: "json", path }, "{}")).toBe(false);
    expect(valueAt([1], "$.length")).toBeUndefined();
  });

  it("takes the first number, with thousands and decimals, and not the digits of a word", () => {
    const check: Check = { kind: "number", min: 1_900, max: 1_901 };
    expect(passes(check, "It takes 1,900.5 tokens, not 3.")).toBe(true);
    expect(passes(check, "GPT4 takes 1900.")).toBe(true);
    expect(passes(check, "None at all.")).toBe(false);
    expect(passes({ kind: "number", max: 0 }, "It is -3 degrees.")).toBe(true);
  });

  it("refuses a path with wildcards or an open bracket", () => {
    for (const path of ["$..a", "$.*", "$[", "$.a[-1]", '$["a']) expect(pathProblem(path)).not.toBeNull();
    expect(pathProblem("$.a.b[0]['c d']")).toBeNull();
  });
});
