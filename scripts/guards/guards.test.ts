import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { guards } from "./guards.ts";
import { problemsOf, withoutGuard } from "./guards-check.ts";

const root = join(import.meta.dirname, "..", "..");
const document = readFileSync(join(root, "docs", "threat-model.md"), "utf8");

it("each guard of the threat model is where the list says, with a test", () => {
  expect(problemsOf(root, guards, document)).toEqual([]);
});

it("notices a guard that is gone, a test that is gone and a row without a guard", () => {
  const [first] = guards;
  if (!first) throw new Error("no guards");
  const gone = {
    ...first,
    edits: [{ file: "src/main/create-core.ts", text: "no such text", replacement: "" }],
  };
  expect(problemsOf(root, [gone], document)[0]).toContain("0 times");
  expect(problemsOf(root, [{ ...first, test: "src/no.test.ts" }], document)[0]).toContain("there is no");
  expect(problemsOf(root, guards, `${document}\n| a | b | \`no-such-guard\` |\n`)).toEqual([
    'docs/threat-model.md names "no-such-guard", which is no guard.',
  ]);
  expect(() => withoutGuard("a a", "a", "")).toThrow("exactly once");
});
