import { expect, it } from "vitest";
import type { LayerId } from "#shared/model/layer.ts";
import { shapeOf } from "./run-shape.ts";
import { testManifest, testSegment } from "./test-run.ts";

const layer = (id: LayerId, tokens: number) => ({
  id,
  title: id,
  role: "system" as const,
  budget: null,
  tokens,
  chars: 9,
});

it("is what a timeline draws: window, layers and the stable prefix", () => {
  const manifest = testManifest("r", [], {
    layers: [layer("soul", 5), layer("files", 95)],
    prefix: { hash: "x", stableTokens: 40, brokenBy: "files:a" },
  });
  expect(shapeOf(manifest)).toEqual({
    id: "r",
    at: "2026-05-04T10:00:00.000Z",
    agent: "main",
    session: "s1",
    profile: "layered",
    model: null,
    used: 100,
    window: 8_000,
    reservedOutput: 1_000,
    layers: [
      { id: "soul", tokens: 5 },
      { id: "files", tokens: 95 },
    ],
    exact: true,
    compacted: null,
    prefix: { stableTokens: 40, brokenBy: "files:a" },
    turn: null,
  });
});

it("marks a compaction by what it freed, and none that is pending, failed or left its summary out", () => {
  const compact = (
    change: { freed: number; pending?: boolean; failed?: boolean },
    status: "included" | "dropped" = "included",
  ) => {
    const summary = testSegment("history:s", { status, detail: { summary: true } });
    return shapeOf(testManifest("r", [summary], { actions: [{ step: "compact", detail: "", ...change }] }))
      .compacted;
  };
  expect(compact({ freed: 790 })).toBe(790);
  expect(compact({ freed: 0 })).toBe(0);
  expect(compact({ freed: 0, failed: true })).toBeNull();
  expect(compact({ freed: 790, pending: true })).toBeNull();
  expect(compact({ freed: 790 }, "dropped")).toBeNull();
});
