import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import { limitsOf } from "#shared/model/prompt-limit.ts";
import { partsOf } from "#shared/model/prompt-part.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { offersFor, offersForLimit } from "./offers.ts";
import { type EditTarget, planEdit } from "./plan-edit.ts";

const profile = testProfile({ perFile: 1500, total: 2200, pin: [], exclude: [] });
const agent = { id: "juno", workspaceFiles: { includeTags: [], exclude: ["STAFF.md"] } } as unknown as Agent;
const target: EditTarget = { agent, profile };

const manifest = manifestOf([
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
]);
const parts = partsOf(manifest);
const offersOf = (name: string) => {
  const part = parts.find((each) => each.path === `w/${name}`);
  return part ? offersFor(part, target, parts) : [];
};

it("raises what all files share too, when the whole file would not fit into it", () => {
  expect(offersOf("RECIPES.md")[0]?.edit).toEqual({
    kind: "raise",
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
  const [offer] = offersOf("STAFF.md");
  expect(offer).toMatchObject({ id: "unexclude" });
  expect(offer && planEdit(offer.edit, target)).toMatchObject({
    fields: {},
    values: { workspaceFiles: { exclude: [] } },
  });
});

it("offers to leave out or always send what is sent", () => {
  expect(offersOf("HOURS.md").map(({ id }) => id)).toEqual(["pin", "exclude"]);
});

it("offers to raise a limit until everything fits, and nothing where it already does", () => {
  const byId = (max: number) =>
    new Map(limitsOf(manifestOf(manifest.segments, max), profile).map((limit) => [limit.id, limit]));
  const files = byId(16_384).get("files");
  const reserved = byId(16_384).get("reserved");
  expect(files && offersForLimit(files, target)).toEqual([
    { id: "raise", value: 2784, field: "total", edit: { kind: "limit", limit: "files", tokens: 2784 } },
  ]);
  expect(reserved && offersForLimit(reserved, target)).toEqual([]);
  expect(files && offersForLimit({ ...files, isReached: false }, target)).toEqual([]);
});
