import { expect, it } from "vitest";
import { consequenceOf } from "./consequence.ts";
import type { Manifest, Segment } from "./manifest.ts";

const file = (name: string, raw: number, sent = raw, layer: Segment["layer"] = "files"): Segment => ({
  id: `${layer}:${name}`,
  layer,
  source: name,
  role: "system",
  raw: { tokens: raw, chars: raw * 4 },
  sent: { tokens: sent, chars: sent * 4 },
  removed: raw === 0 ? 0 : 1 - sent / raw,
  status: sent === raw ? "included" : sent === 0 ? "excluded" : "truncated",
  reason: sent === raw ? null : "total-limit",
  sha256: "",
  message: null,
  range: null,
});

const prompt = (segments: Segment[], prefix: Partial<Manifest["prefix"]> = {}): Manifest =>
  ({ segments, exact: true, prefix: { hash: "", stableTokens: 900, brokenBy: null, ...prefix } }) as Manifest;

const told = (before: Manifest, after: Manifest) => {
  const found = consequenceOf(before, after, "a.md");
  return found && [found.kind, found.path, found.tokens, found.others];
};

it("says which file falls out, and by how many tokens the edit grew", () => {
  const before = prompt([file("a.md", 100), file("b.md", 50), file("c.md", 80)]);
  const after = prompt([file("a.md", 145), file("b.md", 50, 0), file("c.md", 80, 0)]);
  expect(told(before, after)).toEqual(["falls-out", "c.md", 45, 1]);
});

it("says that a file is cut, the edited one too, but not that a cut one grows behind its cut", () => {
  const before = prompt([file("a.md", 100), file("b.md", 50)]);
  expect(told(before, prompt([file("a.md", 130, 110), file("b.md", 50)]))).toEqual(["is-cut", "a.md", 30, 0]);
  expect(told(before, prompt([file("a.md", 130), file("b.md", 50, 20)]))).toEqual(["is-cut", "b.md", 30, 0]);
  const cut = prompt([file("a.md", 130, 110)]);
  expect(told(cut, prompt([file("a.md", 150, 110)]))).toBeNull();
  expect(told(prompt([file("b.md", 9, 8)]), prompt([file("b.md", 9, 5)]))).toEqual(["is-cut", "b.md", 0, 0]);
});

it("says that the cache breaks only when nothing else happens, and how much is read again", () => {
  const before = prompt([file("a.md", 100)], { stableTokens: 500 });
  const broken = prompt([file("a.md", 101)], { brokenBy: "a.md", stableTokens: 100 });
  expect(told(before, broken)).toEqual(["breaks-cache", "a.md", 1, 0]);
  expect(consequenceOf(before, broken, "a.md")?.cached).toBe(400);
  const changedLater = prompt([file("a.md", 100)], { brokenBy: "memory", stableTokens: 450 });
  expect(consequenceOf(changedLater, broken, "a.md")?.cached).toBe(350);
  const changedBefore = prompt([file("a.md", 100)], { brokenBy: "soul", stableTokens: 100 });
  expect(told(changedBefore, broken)).toBeNull();
  expect(told(prompt([file("a.md", 100)], { stableTokens: 0 }), broken)).toBeNull();
});

it("does not call lost what came in only since the edit began", () => {
  const first = prompt([file("a.md", 100), file("b.md", 50), file("c.md", 70, 0)]);
  const roomMade = prompt([file("a.md", 100), file("b.md", 50), file("c.md", 70)]);
  const edited = prompt([file("a.md", 150), file("b.md", 50), file("c.md", 70, 0)]);
  expect(consequenceOf(roomMade, edited, "a.md")?.path).toBe("c.md");
  expect(consequenceOf(roomMade, edited, "a.md", first)).toBeNull();
  expect(consequenceOf(first, prompt([file("a.md", 150), file("b.md", 50, 0)]), "a.md", first)?.path).toBe(
    "b.md",
  );
});

it("says nothing about an edit that only changes its own size, or empties the file", () => {
  const before = prompt([file("a.md", 100), file("b.md", 50)]);
  expect(told(before, prompt([file("a.md", 145), file("b.md", 50)]))).toBeNull();
  expect(told(before, prompt([file("a.md", 0), file("b.md", 50)]))).toBeNull();
  expect(told(before, prompt([file("a.md", 60, 0), file("b.md", 50)]))).toEqual([
    "falls-out",
    "a.md",
    -40,
    0,
  ]);
});
