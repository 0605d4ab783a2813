import type { Check } from "#shared/model/trial.ts";
import { jsonIn, valueAt } from "./json-path.ts";

/** `passed` null: it could not be decided, which `why` explains. */
export type Checked = { readonly passed: boolean | null; readonly why: string };

/** Whether an answer passes. A pattern is matched wherever this runs: in a worker, because it may never end. */
export const runCheck = (one: Check, answer: string): Checked => {
  switch (one.kind) {
    case "contains":
      return decided(has(answer, one.text), `"${one.text}" is`, "in the answer");
    case "lacks":
      return decided(!has(answer, one.text), `"${one.text}" is`, "missing in the answer");
    case "matches":
      return decided(
        new RegExp(one.pattern, one.flags).test(answer),
        `/${one.pattern}/ is`,
        "found in the answer",
      );
    case "json":
      return atPath(answer, one.path, (value) =>
        "equals" in one && one.equals !== undefined
          ? decided(value === one.equals, `${one.path} is`, JSON.stringify(one.equals))
          : decided(value !== undefined, `${one.path} is`, "there"),
      );
    case "number":
      return one.path === undefined
        ? inRange(firstNumber(answer), one, "The first number")
        : atPath(answer, one.path, (value) =>
            inRange(typeof value === "number" ? value : null, one, `${one.path}`),
          );
  }
};

const decided = (passed: boolean, subject: string, rest: string): Checked => ({
  passed,
  why: `${subject} ${passed ? "" : "not "}${rest}.`,
});

const has = (answer: string, text: string): boolean => answer.toLowerCase().includes(text.toLowerCase());

const atPath = (answer: string, path: string, judge: (value: unknown) => Checked): Checked => {
  const json = jsonIn(answer);
  return json === undefined ? { passed: false, why: "The answer has no JSON." } : judge(valueAt(json, path));
};

const inRange = (
  value: number | null,
  {
    min = -Infinity,
    max = Infinity,
  }: { readonly min?: number | undefined; readonly max?: number | undefined },
  name: string,
): Checked => {
  if (value === null) return { passed: false, why: `${name} is missing.` };
  return { passed: value >= min && value <= max, why: `${name} is ${value}; wanted ${rangeText(min, max)}.` };
};

const rangeText = (min: number, max: number): string => {
  if (min === -Infinity) return `at most ${max}`;
  return max === Infinity ? `at least ${min}` : `${min} to ${max}`;
};

/** `1,900.5` and `-3` are numbers; the digits of a word are not. */
const firstNumber = (answer: string): number | null => {
  const found = /(?<![\p{L}\d_.])-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.\d{1,15})?(?![\p{L}_])/u.exec(
    answer,
  )?.[0];
  return found === undefined ? null : Number(found.replaceAll(",", ""));
};

/** As a person reads it. */
export const checkText = (one: Check): string => {
  switch (one.kind) {
    case "contains":
      return `contains "${one.text}"`;
    case "lacks":
      return `does not contain "${one.text}"`;
    case "matches":
      return `matches /${one.pattern}/${one.flags ?? ""}`;
    case "json":
      return one.equals === undefined ? `has ${one.path}` : `${one.path} is ${JSON.stringify(one.equals)}`;
    case "number":
      return `${one.path ?? "first number"} is ${rangeText(one.min ?? -Infinity, one.max ?? Infinity)}`;
  }
};
