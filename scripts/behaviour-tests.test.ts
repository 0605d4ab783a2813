import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const top = resolve(import.meta.dirname, "..");
const lines = readFileSync(join(top, "docs/behaviour-tests.md"), "utf8").split("\n");

/** `  - \`file\` name of the test`, under the sentence it proves. */
const tests = lines.flatMap((line) => {
  const [, file = "", name = ""] = /^ {2}- `([^`]+)` (.+)$/.exec(line) ?? [];
  return file === "" ? [] : [{ file, name }];
});

describe("docs/behaviour-tests.md", () => {
  it("names only tests that exist", () => {
    const missing = tests.filter(({ file, name }) => {
      if (!existsSync(join(top, file))) return true;
      const source = readFileSync(join(top, file), "utf8");
      return !['"', "`"].some((quote) => source.includes(quote + name + quote));
    });
    expect(missing).toEqual([]);
    expect(tests.length).toBeGreaterThan(100);
  });

  it("has a test under every sentence", () => {
    const bare = lines.filter(
      (line, index) => line.startsWith("- ") && !lines[index + 1]?.startsWith("  - "),
    );
    expect(bare).toEqual([]);
  });
});
