import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import type { Target } from "../changes.ts";
import { offersFor } from "./fixes.ts";
import { partsOf } from "./parts.ts";
import { manifestOf, segmentOf } from "../test-manifest.ts";

const profile = testProfile({ perFile: 1500, total: 2200, pin: [], exclude: [] });
const agent = { id: "juno", workspaceFiles: { includeTags: [], exclude: ["STAFF.md"] } } as unknown as Agent;
const target: Target = { agent, profile };

const parts = partsOf(
  manifestOf([
    segmentOf({ id: "files:w/HOURS.md", source: "w/HOURS.md", tokens: 600, detail: { priority: 10 } }),
    segmentOf({
      id: "files:w/RECIPES.md",
      source: "w/RECIPES.md",
      tokens: 2240,
      sent: 1500,
      status: "truncated",
      reason: "per-file-limit",
      detail: { priority: 100, fix: { raise: "perFile", to: 2240 } },
    }),
    segmentOf({
      id: "files:w/SEASONAL.md",
      source: "w/SEASONAL.md",
      tokens: 684,
      status: "excluded",
      reason: "total-limit",
      detail: { priority: 110, fix: { raise: "total", to: 2784 } },
    }),
    segmentOf({
      id: "files:w/STAFF.md",
      source: "w/STAFF.md",
      tokens: 286,
      status: "excluded",
      reason: "explicit-exclude",
      detail: { fix: { unexclude: "STAFF.md" } },
    }),
  ]),
);
const offersOf = (title: string) => {
  const part = parts.find((each) => each.title === title);
  return part ? offersFor(part, target, parts) : [];
};

it("raises what all files share too, when the whole file would not fit into it", () => {
  expect(offersOf("RECIPES.md")[0]?.change).toEqual({
    kind: "profile",
    fields: { perFile: 2240, total: 2840 },
  });
});

it("offers a place before all others within the same share", () => {
  expect(offersOf("SEASONAL.md").map(({ id, value }) => [id, value])).toEqual([
    ["raise", 2784],
    ["priority", 9],
    ["pin", null],
  ]);
});

it("takes a file off the agent's own list where it is on it", () => {
  expect(offersOf("STAFF.md")).toMatchObject([
    { id: "unexclude", change: { kind: "agent", values: { workspaceFiles: { exclude: [] } } } },
  ]);
});

it("offers to leave out or always send what is sent", () => {
  expect(offersOf("HOURS.md").map(({ id }) => id)).toEqual(["pin", "exclude"]);
});
