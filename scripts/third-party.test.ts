import { join } from "node:path";
import { expect, it } from "vitest";
import { shippedPackages, thirdPartyText, type Shipped } from "./third-party.ts";

const top = join(import.meta.dirname, "..");
const packages = shippedPackages(top);

it("lists what the app needs at run time, and not what builds or tests it", () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["react", "better-sqlite3", "sqlite-vec", "zod"]));
  expect(names).not.toContain("vitest");
  expect(names).not.toContain("electron-builder");
});

it("names a licence for every package, none of which asks to publish the app's source", () => {
  const unnamed = packages.filter(({ licence, texts }) => licence === "not stated" && texts.length === 0);
  expect(unnamed.map(({ name }) => name)).toEqual([]);
  // "MIT OR GPL" leaves the choice to whoever uses it.
  const copyleft = packages.filter(({ licence }) => /\bA?GPL/.test(licence) && !licence.includes(" OR "));
  expect(copyleft.map(({ name }) => name)).toEqual([]);
});

it("prints a text that several packages share once, under all their names", () => {
  const shared = { licence: "MIT", texts: ["Permission is granted."] };
  const two: Shipped[] = [
    { folder: "node_modules/a", name: "a", version: "1.0.0", ...shared },
    { folder: "node_modules/b", name: "b", version: "2.0.0", ...shared },
  ];
  const text = thirdPartyText(two);
  expect(text.split("Permission is granted.")).toHaveLength(2);
  expect(text).toContain("a 1.0.0 (MIT)\nb 2.0.0 (MIT)\n\nPermission is granted.");
});
