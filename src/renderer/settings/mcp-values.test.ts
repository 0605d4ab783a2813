import { describe, expect, it } from "vitest";
import { commandLine, typedValues } from "./mcp-values.ts";

describe("the values of a tool server", () => {
  it("are read one per line, with the mark allowed in a value", () => {
    expect(typedValues("TOKEN=a=b\n\n NAME = x ", "=")).toEqual({
      values: { TOKEN: "a=b", NAME: "x" },
      wrong: null,
    });
    expect(typedValues("Authorization: Bearer a:b", ":").values).toEqual({ Authorization: "Bearer a:b" });
  });

  it("name the line that has no name", () => {
    expect(typedValues("A=1\nsecret", "=").wrong).toContain("2");
  });
});

it("shows a command with quotes around what has spaces", () => {
  expect(commandLine("npx", ["-y", "a b", ""])).toBe('npx -y "a b" ""');
});
