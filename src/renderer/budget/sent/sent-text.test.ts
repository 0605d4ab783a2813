import { expect, it } from "vitest";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { occurrences, sentMessages } from "./sent-text.ts";

it("shows every byte of a message once, also what belongs to no segment", () => {
  const content = "soul\n\n## A\ntext\n\ntail";
  const manifest = manifestOf([
    {
      ...segmentOf({ id: "soul:S", layer: "soul", source: "SOUL.md", tokens: 1 }),
      message: 0,
      range: [0, 4],
    },
    { ...segmentOf({ id: "files:A", source: "w/A.md", tokens: 2 }), message: 0, range: [4, 15] },
  ]);
  const [message] = sentMessages([{ role: "system", content }], manifest);
  expect(message?.blocks.map(({ text }) => text).join("")).toBe(content);
  expect(message?.blocks.map(({ segment }) => segment?.id ?? null)).toEqual(["soul:S", "files:A", null]);
});

it("finds words whatever their case and without overlap", () => {
  expect(occurrences("Levain, levain and LEVAIN", "levain")).toEqual([0, 8, 19]);
  expect(occurrences("aaaa", "aa")).toEqual([0, 2]);
  expect(occurrences("text", "")).toEqual([]);
});
