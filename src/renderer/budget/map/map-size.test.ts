import { describe, expect, it } from "vitest";
import type { Manifest, Segment } from "#shared/model/manifest.ts";
import type { MovedPart } from "#shared/model/moved-result.ts";
import { sizeOf } from "./map-layout.ts";
import { type MapSize, MAP_SIZES, sizedParts } from "./map-size.ts";
import type { Part } from "./parts.ts";

const segment = (id: string, at: number, tokens: number): Segment =>
  ({ id, message: 0, range: [at, at + 10], sent: { tokens, chars: 10 } }) as unknown as Segment;

const segments = [segment("a", 0, 100), segment("b", 10, 60), segment("c", 20, 40)];
const parts = segments.map(
  (each) => ({ id: each.id, raw: 200, sent: each.sent.tokens, segments: [each] }) as unknown as Part,
);
const moved = new Map([["b", { drop: 2.5 } as unknown as MovedPart]]);
const sizes = (size: MapSize, prefix = 120, cachedShare = 0.1) =>
  sizedParts(parts, size, {
    manifest: { segments } as unknown as Manifest,
    prefix,
    cachedShare,
    moved,
  }).map(sizeOf);

describe("the size of a tile", () => {
  it("is the whole text, what is sent, what is billed after the cache, or what moved the answer", () => {
    expect(MAP_SIZES).toHaveLength(4);
    expect(sizes("disk")).toEqual([200, 200, 200]);
    expect(sizes("sent")).toEqual([100, 60, 40]);
    // The first 120 tokens are cached: all of a, 20 of b.
    expect(sizes("billed")).toEqual([10, 42, 40]);
    expect(sizes("moved")).toEqual([0, 2500, 0]);
  });

  it("bills nothing for what this machine does not read again, and everything without a cache", () => {
    expect(sizes("billed", 120, 0)).toEqual([0, 40, 40]);
    expect(sizes("billed", 0)).toEqual([100, 60, 40]);
  });
});
