import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import { limitChange, mergeOverrides, type Target, triedAs } from "./changes.ts";

const profile = testProfile({ perFile: 1500, total: 4200, reservedOutput: null });
const target: Target = { agent: { id: "juno" } as unknown as Agent, profile };

it("brings a file's own limit along when all files together get less", () => {
  expect(limitChange("files", 3000, target)).toEqual({ kind: "profile", fields: { total: 3000 } });
  expect(limitChange("files", 900, target)).toEqual({
    kind: "profile",
    fields: { total: 900, perFile: 900 },
  });
});

it("writes what is kept for the answer to the agent, unless the profile says it", () => {
  expect(limitChange("reserved", 2000, target)).toMatchObject({
    kind: "agent",
    values: { maxOutputTokens: 2000 },
  });
  expect(limitChange("reserved", 2000, { ...target, profile: { ...profile, reservedOutput: 800 } })).toEqual({
    kind: "profile",
    fields: { reservedOutput: 2000 },
  });
});

it("tries several changes of one file together", () => {
  const tried = triedAs({
    kind: "all",
    changes: [
      { kind: "profile", fields: { perFile: 2000 } },
      { kind: "priority", path: "w/A.md", priority: 3 },
    ],
  });
  expect(mergeOverrides({ window: 4096, files: { "w/A.md": { text: "new" } } }, tried)).toEqual({
    window: 4096,
    profile: { perFile: 2000 },
    files: { "w/A.md": { text: "new", priority: 3 } },
  });
});
