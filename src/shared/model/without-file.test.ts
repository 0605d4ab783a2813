import { expect, it } from "vitest";
import { overrides } from "../contract/overrides.ts";
import { withoutFile } from "./without-file.ts";

it("leaves one file out on one side, and changes nothing on the other", () => {
  const [same, without] = withoutFile("workspace/OLD.md");
  expect(same).toEqual({ name: "As it is" });
  expect(without.name).toBe("Without OLD.md");
  expect(overrides.parse(without.overrides)).toEqual({ files: { "workspace/OLD.md": { exclude: true } } });
});
