import { expect, it } from "vitest";
import type { Segment } from "#shared/model/manifest.ts";
import { teamLines } from "./team-lines.ts";

const of = (...teams: readonly object[]) => ({
  segments: teams.map((team) => ({ detail: { team } }) as unknown as Segment),
});

it("says whose a team's text is, once, and nothing of what is the user's own", () => {
  const bens = { space: "Kitchen", author: "Ben" };
  expect(teamLines(of(bens, bens, { ...bens, version: 3, pinned: true }))).toEqual([
    "From the team space Kitchen, by Ben",
    "From the team space Kitchen, by Ben, version 3 (pinned)",
  ]);
  expect(teamLines({ segments: [{} as Segment, { detail: {} } as Segment] })).toEqual([]);
});

it("counts what it does not list", () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ space: "Kitchen", author: `P${index}` }));
  expect(teamLines(of(...many))).toHaveLength(9);
  expect(teamLines(of(...many)).at(-1)).toBe("and 2 more of a team");
});
