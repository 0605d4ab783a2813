import { expect, it } from "vitest";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { KnownManifests } from "./known-manifests.ts";

const manifest = (id: string, tokens: number) => ({
  ...manifestOf([
    segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens }),
    segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 5 }),
  ]),
  id,
});

it("answers with what changed against a manifest it knows, and with all of it against one it does not", () => {
  const known = new KnownManifests();
  expect(known.answer(manifest("a", 1), undefined)).toHaveProperty("manifest");
  expect(known.answer(manifest("b", 2), "a")).toHaveProperty("changes");
  expect(known.answer(manifest("c", 3), "nobody")).toHaveProperty("manifest");
});

it("knows the last four, and keeps the one that others are compared with", () => {
  const known = new KnownManifests();
  known.answer(manifest("a", 1), undefined);
  for (const [index, id] of ["b", "c", "d", "e", "f"].entries()) known.answer(manifest(id, index + 2), "a");
  expect(known.answer(manifest("g", 9), "a")).toHaveProperty("changes");
  expect(known.answer(manifest("h", 10), "b")).toHaveProperty("manifest");
});
