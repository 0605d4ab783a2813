import { expect, it } from "vitest";
import type { Segment } from "#shared/model/manifest.ts";
import type { Part } from "./parts.ts";
import { originOfPart, partColour, tokensByOrigin } from "./part-origin.ts";

const part = (sent: number, ...origins: readonly Segment["origin"][]): Part =>
  ({ layer: "memory", sent, segments: origins.map((origin) => ({ origin })) }) as unknown as Part;

it("gives a part the lowest origin of its segments, and its colour by the lens", () => {
  expect(originOfPart(part(1, "you", "outside", "agent"))).toBe("outside");
  expect(originOfPart(part(1))).toBe("you");
  expect(partColour(part(1, "outside"), "origin")).toBe("var(--o-outside)");
  expect(partColour(part(1, "outside"), "layer")).toBe("var(--l-memory)");
});

it("adds up what is sent by origin, the highest first", () => {
  const parts = [part(10, "outside"), part(5, "you"), part(7, "you"), part(0, "tool")];
  expect(tokensByOrigin(parts)).toEqual([
    { origin: "you", tokens: 12, parts: 2 },
    { origin: "outside", tokens: 10, parts: 1 },
  ]);
});
