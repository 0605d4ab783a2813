import { expect, it } from "vitest";
import { variant } from "./trial.ts";
import { withoutFile } from "./without-file.ts";

it("leaves one file out, and changes nothing else", () => {
  expect(variant.parse(withoutFile("workspace/OLD.md"))).toEqual({
    name: "Without OLD.md",
    overrides: { files: { "workspace/OLD.md": { exclude: true } } },
  });
});
