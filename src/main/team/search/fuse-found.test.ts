import { describe, expect, it } from "vitest";
import { fuseFound } from "./fuse-found.ts";
import type { TeamFound, TeamListName } from "./search-space.ts";

const found = (id: string, list: TeamListName, rank: number, score = 0.5): TeamFound => ({
  id,
  list,
  rank,
  score,
  kind: "memory",
  path: null,
  heading: "",
  body: id,
  origin: "you",
  version: 1,
  updatedAt: "2026-11-19T08:00:00.000Z",
  authorName: "Anna",
  forAll: false,
});

describe("the lists of a space", () => {
  it("become one order, and each hit says why it is there", () => {
    const hits = fuseFound(
      [
        found("a", "words", 2),
        found("b", "words", 1),
        found("a", "names", 1),
        found("a", "meaning", 1, 0.71),
      ],
      10,
    );
    expect(hits.map(({ id, reason }) => [id, reason])).toEqual([
      ["a", "Number 2 by its words, number 1 by its name, number 1 by meaning (0.71)."],
      ["b", "Number 1 by its words."],
    ]);
  });

  it("leave out what only resembles the question from afar", () => {
    expect(
      fuseFound([found("a", "meaning", 1, 0.29), found("b", "meaning", 2, 0.3)], 10).map(({ id }) => id),
    ).toEqual(["b"]);
  });
});
