import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  columnOf,
  FILE_LAYERS,
  LAYERS,
  layerOrder,
  LIMITED_FILE_LAYERS,
  MAP_COLUMNS,
  REUSED_IN_MESSAGES,
  STEADY_IN_MESSAGES,
  STEADY_LAYERS,
  TEXT_LAYERS,
} from "./layer.ts";

const source = join(import.meta.dirname, "../..");

const codeFiles = () =>
  readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)test-/.test(path),
  );

it("has a colour in the style sheet, a title and a sentence for every layer", () => {
  const tokens = readFileSync(join(source, "renderer/ui/tokens.css"), "utf8");
  for (const { colour, title, about } of LAYERS) {
    expect(tokens).toContain(`${colour}:`);
    expect(title).not.toBe("");
    expect(about).toMatch(/\.$/);
  }
});

it("puts an unknown layer last and has no text layer for the overhead", () => {
  expect(layerOrder("soul")).toBe(0);
  expect(layerOrder("nonsense")).toBe(LAYERS.length);
  expect(TEXT_LAYERS).not.toContain("overhead");
});

it("is the only list of layers in the source", () => {
  const name = `"(?:${LAYERS.map(({ id }) => id).join("|")})"`;
  const list = new RegExp(`\\[\\s*(?:${name},\\s*){2,}${name},?\\s*\\]`);
  const repeated = codeFiles().filter((path) => list.test(readFileSync(join(source, path), "utf8")));
  expect(repeated).toEqual([]);
});

it("is the only place that combines layers by their ids", () => {
  const name = `"(?:${LAYERS.map(({ id }) => id).join("|")})"`;
  const compared = `layer(?:\\.id)? ([!=])== ${name}`;
  const chain = new RegExp(`${compared}\\s*(?:\\|\\||&&)\\s*\\(?(?:\\w+\\.)?layer(?:\\.id)? \\1== ${name}`);
  const repeated = codeFiles().filter((path) => chain.test(readFileSync(join(source, path), "utf8")));
  expect(repeated).toEqual([]);
});

it("names each set of layers once, by what they hold and how they change", () => {
  expect([...STEADY_LAYERS]).toEqual(["soul", "core", "files", "system", "tools"]);
  expect([...STEADY_IN_MESSAGES]).toEqual(["soul", "core", "files", "system"]);
  expect([...REUSED_IN_MESSAGES]).toEqual(["soul", "core", "files", "system", "history"]);
  expect([...FILE_LAYERS]).toEqual(["soul", "core", "files"]);
  expect([...LIMITED_FILE_LAYERS]).toEqual(["core", "files"]);
  expect(MAP_COLUMNS).toEqual(["steady", "files", "memory", "history"]);
  expect(["tools", "message", "memory", "constructor"].map(columnOf)).toEqual([
    "steady",
    "steady",
    "memory",
    "steady",
  ]);
});
