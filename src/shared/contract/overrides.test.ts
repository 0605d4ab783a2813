import { describe, expect, it } from "vitest";
import { overrides } from "./overrides.ts";

const path = "workspace/plan.md";

describe("overrides of a preview", () => {
  it("accept a word or a number for a file", () => {
    const files = { a: "pin", b: "exclude", c: 7, d: { pin: true, priority: 3 } };
    expect(overrides.parse({ files })).toEqual({
      files: { a: { pin: true }, b: { exclude: true }, c: { priority: 7 }, d: { pin: true, priority: 3 } },
    });
  });

  it("accept lists of files to pin and to exclude, and the long form wins", () => {
    const given = { pin: [path, "b"], exclude: ["c"], files: { b: { pin: false } } };
    expect(overrides.parse(given)).toEqual({
      files: { [path]: { pin: true }, b: { pin: false }, c: { exclude: true } },
    });
  });

  it("accept the agent's own names for window and reply", () => {
    expect(overrides.parse({ maxContextTokens: 4096, maxOutputTokens: 512 })).toEqual({
      window: 4096,
      reservedOutput: 512,
    });
  });

  it("treat unknown keys as fields of the profile, which refuses a name it does not have", () => {
    const given = { perFile: 5, injection: { maxContextTokens: 9 }, profile: { total: 8 } };
    expect(overrides.parse(given)).toEqual({
      profile: { perFile: 5, injection: { maxContextTokens: 9 }, total: 8 },
    });
  });

  it.each([
    { window: 0 },
    { window: "4096" },
    { files: { [path]: "pinned" } },
    { files: { [path]: { pinned: true } } },
    { files: { [path]: -1 } },
    { files: [path] },
    { profile: 5 },
    [],
    "pin",
  ])("refuse %j", (given) => {
    expect(overrides.safeParse(given).success).toBe(false);
  });
});
