import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { catalogueFile, lookUp } from "./catalogue.ts";

const catalogue = catalogueFile.parse(JSON.parse(readFileSync("resources/catalogue/models.json", "utf8")));

it("uses the longest match and applies the vendor's cache discount", () => {
  const mini = lookUp(catalogue, "gpt-4o-mini-2024-07-18");
  expect(mini?.price).toEqual({ input: 0.15, output: 0.6, cachedInput: 0.075 });
  expect(lookUp(catalogue, "anthropic/claude-sonnet-4-5")?.price?.cachedInput).toBeCloseTo(0.3);
});

it("returns null for a model that is not in it", () => {
  expect(lookUp(catalogue, "my-own-finetune")).toBeNull();
});

it("has the date on which it was made", () => {
  expect(catalogue.date).toMatch(/^\d{4}-\d\d-\d\d$/);
});
