import { expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import { lastTaken, roomOf } from "./prompt-room.ts";

const manifest = (statuses: readonly string[]) =>
  ({
    layers: [{ id: "memory", title: "Memory", role: "system", budget: 2400, tokens: 1200, chars: 0 }],
    segments: statuses.map((status, at) => ({ id: `memory:m${at}`, layer: "memory", status })),
  }) as unknown as Manifest;
const hits = ["m0", "m1", "m2"].map((id) => ({ id }));

it("ends after the last memory that a prompt contains", () => {
  const room = roomOf(manifest(["included", "included", "trimmed"]));
  expect(room).toMatchObject({ tokens: 1200, budget: 2400 });
  expect(lastTaken(hits, room)).toBe(1);
});

it("has no end where a prompt contains all, or none", () => {
  expect(lastTaken(hits, roomOf(manifest(["included", "included", "included"])))).toBeNull();
  expect(lastTaken(hits, roomOf(manifest(["trimmed"])))).toBeNull();
  expect(roomOf({ layers: [], segments: [], exact: true })).toBeNull();
  expect(lastTaken(hits, null)).toBeNull();
});

it("does not end at a faded note that a prompt skips", () => {
  const room = roomOf(manifest(["included"]));
  expect(lastTaken([{ id: "faded" }, { id: "m0" }, { id: "m1" }], room)).toBe(1);
});
