import { expect, it } from "vitest";
import type { Segment } from "./manifest.ts";
import { segmentSize } from "./segment-size.ts";

const segment = (change: Partial<Segment>): Segment =>
  ({
    source: "workspace/RECIPES.md",
    raw: { tokens: 2240, chars: 9000 },
    sent: { tokens: 1517, chars: 6000 },
    removed: 740 / 2240,
    status: "truncated",
    ...change,
  }) as Segment;

it("counts a file's own text apart from the header and the marker around it", () => {
  expect(segmentSize(segment({}))).toEqual({ raw: 2240, sent: 1500, missing: 740, framing: 17 });
});

it("says that a file is sent whole although its closing newline is not", () => {
  const whole = segment({ sent: { tokens: 2239, chars: 1 }, removed: 0, status: "included" });
  expect(segmentSize(whole)).toEqual({ raw: 2240, sent: 2240, missing: 0, framing: -1 });
});

it("counts what is sent where a profile sends a file in a shorter form", () => {
  const line = segment({ source: "w/IDENTITY.md", sent: { tokens: 12, chars: 40 }, removed: 0 });
  expect(segmentSize(line)).toMatchObject({ sent: 12, missing: 0, framing: 0 });
});

it("leaves messages, tools and prompts as they are sent", () => {
  expect(segmentSize(segment({ source: "prompt", removed: 0 }))).toMatchObject({ sent: 1517, framing: 0 });
});
