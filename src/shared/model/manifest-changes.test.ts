import { expect, it } from "vitest";
import { type Manifest, segment, type Segment } from "./manifest.ts";
import { changesBetween, type ManifestChanges, withChanges } from "./manifest-changes.ts";

const segmentOf = (name: string, given: Partial<Segment> = {}): Segment => ({
  id: `files:${name}`,
  layer: "files",
  source: name,
  role: "system",
  origin: "you",
  raw: { tokens: 10, chars: 40 },
  sent: { tokens: 10, chars: 40 },
  removed: 0,
  status: "included",
  reason: null,
  sha256: name,
  message: 0,
  range: [0, 40],
  detail: { priority: 100, fix: { raise: "total", to: 50 } },
  ...given,
});

const manifestOf = (id: string, segments: Segment[]): Manifest => ({
  id,
  at: "2026-11-16T08:00:00.000Z",
  agent: "juno",
  session: null,
  scope: "main",
  profile: "layered",
  model: null,
  encoding: "o200k_base",
  exact: true,
  window: { max: 4096, reservedOutput: 512, used: segments.length, free: 0, percent: 1 },
  layers: [],
  segments,
  actions: [],
  prefix: { hash: "", stableTokens: 0, brokenBy: null },
  warnings: [],
});

const names = ["a", "b", "c", "d", "e"];
const base = manifestOf(
  "one",
  names.map((name) => segmentOf(name)),
);
const out = { status: "excluded", reason: "total-limit", sent: { tokens: 0, chars: 0 }, removed: 1 } as const;

it("contains only what changed, and restores the whole manifest", () => {
  const next = manifestOf(
    "two",
    names.map((name) => segmentOf(name, name === "d" ? out : {})),
  );
  const changes = changesBetween(base, next);
  expect(changes?.changed).toEqual([{ index: 3, ...out }]);
  const whole = changes && withChanges(base, changes);
  expect(whole).toEqual(next);
  expect(whole?.segments[0]).toBe(base.segments[0]);
});

it("notices every field of a segment and every fix, and no position in a message", () => {
  const changed: Partial<Segment>[] = [
    { layer: "core" },
    { source: "other" },
    { role: "user" },
    { origin: "outside" },
    { status: "truncated" },
    { sent: { tokens: 9, chars: 40 } },
    { raw: { tokens: 10, chars: 41 } },
    { removed: 0.5 },
    { reason: "window" },
    { sha256: "other" },
    { detail: { priority: 100, fix: { raise: "total", to: 51 } } },
    { detail: { priority: 100 } },
    { detail: undefined },
  ];
  const fields = new Set(["id", "message", "range", ...changed.flatMap((given) => Object.keys(given))]);
  expect(fields).toEqual(new Set(Object.keys(segment.shape)));
  for (const given of changed) {
    const next = manifestOf(
      "two",
      names.map((name) => segmentOf(name, name === "b" ? given : {})),
    );
    const changes = changesBetween(base, next);
    expect(changes?.changed).toEqual([expect.objectContaining({ index: 1 })]);
    expect(changes && withChanges(base, JSON.parse(JSON.stringify(changes)) as ManifestChanges)).toEqual(
      next,
    );
  }
  const moved = manifestOf(
    "two",
    names.map((name) => segmentOf(name, { range: [40, 80], message: 1 })),
  );
  expect(changesBetween(base, moved)?.changed).toEqual([]);
});

it("is replaced by the whole manifest when the segments differ, or most of them changed", () => {
  expect(
    changesBetween(
      base,
      manifestOf(
        "two",
        names.slice(1).map((name) => segmentOf(name)),
      ),
    ),
  ).toBeNull();
  expect(
    changesBetween(
      base,
      manifestOf(
        "two",
        names.toReversed().map((name) => segmentOf(name)),
      ),
    ),
  ).toBeNull();
  expect(
    changesBetween(
      base,
      manifestOf(
        "two",
        names.map((name) => segmentOf(name, out)),
      ),
    ),
  ).toBeNull();
});
