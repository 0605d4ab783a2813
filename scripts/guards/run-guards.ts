import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type Guard, guards } from "./guards.ts";
import { findPostgres } from "../../src/main/team/test-postgres.ts";
import { problemsOf, withoutGuard } from "./guards-check.ts";

/**
 * `npm run guards [-- --only ID]`: takes each guard out of a copy of the repository and runs its test there, which
 * has to fail. Before that the test has to pass in the copy, so that a failure means something.
 */
const root = join(import.meta.dirname, "..", "..");

const copyRepository = (): string => {
  const copy = mkdtempSync(join(tmpdir(), "satchel-guards-"));
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const file of files.split("\n").filter((name) => name !== "" && !name.startsWith("resources/"))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // Large, built, and changed by no guard.
  for (const name of ["node_modules", "resources", "out"]) symlinkSync(join(root, name), join(copy, name));
  return copy;
};

/** Whether the guard's test passes in the copy as it is now. */
const passes = (copy: string, { test, named }: Guard): boolean => {
  const more = named === "" ? [] : ["-t", named];
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", test, "--retry=0", "--bail=1", ...more];
  const ran = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  // A filter that matches nothing is no test that passes.
  if (/no tests|No test files found/i.test(ran.stdout + ran.stderr)) throw new Error(`${test} ran no test.`);
  return ran.status === 0;
};

/** Null when the guard is watched. */
const whyUnwatched = (copy: string, guard: Guard): string | null => {
  if (!passes(copy, guard)) return "its test fails with the guard in place";
  const files = new Set(guard.edits.map(({ file }) => file));
  const before = new Map([...files].map((file) => [file, readFileSync(join(copy, file), "utf8")]));
  try {
    for (const { file, text, replacement } of guard.edits) {
      const path = join(copy, file);
      writeFileSync(path, withoutGuard(readFileSync(path, "utf8"), text, replacement));
    }
    return passes(copy, guard) ? "its test passes without the guard" : null;
  } finally {
    for (const [file, text] of before) writeFileSync(join(copy, file), text);
  }
};

const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } });
const problems = problemsOf(root, guards, readFileSync(join(root, "docs", "threat-model.md"), "utf8"));
for (const problem of problems) console.error(problem);
const asked = guards.filter(({ id }) => values.only?.includes(id) ?? true);
// A test that is skipped passes, with or without its guard.
const chosen = asked.filter(({ needs }) => needs !== "postgres" || findPostgres() !== null);
for (const { id, needs } of asked) {
  if (!chosen.some((each) => each.id === id)) console.log(`not tried  ${id.padEnd(20)} needs ${needs}`);
}
const copy = copyRepository();
let unwatched = problems.length;
try {
  for (const guard of chosen) {
    const why = whyUnwatched(copy, guard);
    console.log(`${why === null ? "watched  " : "UNWATCHED"}  ${guard.id.padEnd(20)} ${why ?? guard.test}`);
    if (why !== null) unwatched += 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`Guards: ${chosen.length} taken out one by one, ${unwatched} not noticed.`);
process.exitCode = unwatched === 0 && chosen.length > 0 ? 0 : 1;
