import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { IgnoreRules } from "./ignore-rules.ts";

it("leaves out rules whose stars would keep one path busy for minutes, and rules longer than any path", () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-rules-"));
  const slow = `${"**/a/".repeat(12)}**/b\n${"*a".repeat(40)}*b\n${"x".repeat(60_000)}\n`;
  writeFileSync(join(folder, ".gitignore"), `${slow}*.log\n**/build/**/*.o\n`);
  const rules = new IgnoreRules(folder, () => []);
  expect(rules.ignores(`${"a/".repeat(38)}c`, false)).toBe(false);
  expect(rules.ignores("a".repeat(250), false)).toBe(false);
  expect(rules.ignores("x.log", false)).toBe(true);
  expect(rules.ignores("src/build/deep/x.o", false)).toBe(true);
  rmSync(folder, { recursive: true, force: true });
});

it("reads no file of rules over 64 KB", () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-rules-"));
  const ignoresLogs = (bytes: number) => {
    writeFileSync(join(folder, ".gitignore"), `*.log\n${"# a rule\n".repeat(bytes / 9)}`);
    return new IgnoreRules(folder, () => []).ignores("x.log", false);
  };
  expect([ignoresLogs(60_000), ignoresLogs(70_000)]).toEqual([true, false]);
  rmSync(folder, { recursive: true, force: true });
});
