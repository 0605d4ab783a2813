import { expect, it } from "vitest";
import { testProfile } from "#shared/model/test-profile.ts";
import { barLayout } from "./bar-layout.ts";
import { dividersOf, draggedValue, keyedValue } from "./dividers.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const profile = testProfile({ perFile: 1500, total: 150_000 });
const manifest = manifestOf(
  [
    segmentOf({ id: "core:w/AGENTS.md", layer: "core", source: "w/AGENTS.md", tokens: 500 }),
    segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 700 }),
    segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 4000, sent: 1500, status: "truncated" }),
    segmentOf({
      id: "files:w/C.md",
      source: "w/C.md",
      tokens: 300,
      status: "excluded",
      reason: "explicit-exclude",
    }),
  ],
  10_000,
  2000,
);
const layout = barLayout(manifest, 1000);
const files = () => {
  const found = dividersOf(manifest, profile, layout).find(({ id }) => id === "files");
  if (!found) throw new Error("There is no divider of the files.");
  return found;
};

it("stands at the end of the files and starts from what they use, however generous the limit is", () => {
  expect(files()).toMatchObject({ x: 270, value: 2700, all: 2700 });
});

it("follows the pointer to scale and never asks for less than the profile takes", () => {
  expect(draggedValue(files(), layout, -50)).toBe(2200);
  expect(draggedValue(files(), layout, -5000)).toBe(1);
  expect(draggedValue(files(), layout, 400)).toBe(2700);
});

it("keeps more for the answer when its divider goes left", () => {
  const reserved = dividersOf(manifest, profile, layout).find(({ id }) => id === "reserved");
  if (!reserved) throw new Error("There is no divider of the answer.");
  expect(draggedValue(reserved, layout, -100)).toBe(3000);
  expect(keyedValue(reserved, "ArrowLeft", 2000)).toBe(2100);
});

it("moves by keys in steps, pages and to the ends", () => {
  expect(keyedValue(files(), "ArrowLeft", 2700)).toBe(2600);
  expect(keyedValue(files(), "PageDown", 2700)).toBe(1700);
  expect(keyedValue(files(), "Home", 2700)).toBe(1);
  expect(keyedValue(files(), "End", 100)).toBe(2700);
  expect(keyedValue(files(), "x", 100)).toBeNull();
});

it("stands where a layer would begin when its limit leaves nothing of it, so that it leads back", () => {
  const without = (reason: "memory-budget" | "window") =>
    manifestOf(
      [
        segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 1000 }),
        segmentOf({ id: "memory:a", layer: "memory", source: "m", tokens: 50, status: "trimmed", reason }),
        segmentOf({ id: "message:new", layer: "message", source: "message:new", tokens: 200 }),
      ],
      10_000,
    );
  const memoryOf = (given: typeof manifest) =>
    dividersOf(given, profile, barLayout(given, 1000)).find(({ id }) => id === "memory");
  expect(memoryOf(without("memory-budget"))).toMatchObject({ x: 100, all: 50 });
  expect(memoryOf(without("window"))).toBeUndefined();
});

it("takes all of the history out with 0, whose limit can also be empty, and all memories with 1", () => {
  const talk = manifestOf(
    [
      segmentOf({ id: "history:1", layer: "history", source: "message:1", tokens: 60 }),
      segmentOf({ id: "memory:a", layer: "memory", source: "m", tokens: 50 }),
    ],
    10_000,
  );
  const lowest = new Map(
    dividersOf(talk, profile, barLayout(talk, 1000)).map((divider) => [
      divider.id,
      keyedValue(divider, "Home", 50),
    ]),
  );
  expect(lowest).toEqual(
    new Map([
      ["memory", 1],
      ["history", 0],
      ["reserved", 1],
    ]),
  );
});
