import { expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { testProfile } from "#shared/model/test-profile.ts";
import { mergeOverrides } from "./merge-overrides.ts";
import { type EditTarget, planEdit } from "./plan-edit.ts";
import { tryEdits } from "./try-edits.ts";

const profile = testProfile({ perFile: 1500, total: 4200, reservedOutput: null });
const agent = { id: "juno", workspaceFiles: { exclude: ["A.md", "B.md"] } } as unknown as Agent;
const target: EditTarget = { agent, profile };

const limit = (id: "files" | "reserved", tokens: number, about = target) =>
  planEdit({ kind: "limit", limit: id, tokens }, about);

it("lowers a file's own limit as well when all files together get less", () => {
  expect(limit("files", 3000)).toMatchObject({ fields: { total: 3000 }, values: {} });
  expect(limit("files", 900).fields).toEqual({ total: 900, perFile: 900 });
});

it("writes what is kept for the answer to the agent, unless the profile says it", () => {
  expect(limit("reserved", 2000)).toMatchObject({ fields: {}, values: { maxOutputTokens: 2000 } });
  const own = { ...target, profile: { ...profile, reservedOutput: 800 } };
  expect(limit("reserved", 2000, own)).toMatchObject({ fields: { reservedOutput: 2000 }, values: {} });
});

it("refuses a limit that the profile does not have", () => {
  const without = { ...profile, rules: { ...profile.rules, budgets: {} } };
  expect(() => limit("files", 10, { agent, profile: without })).toThrow("has no limit for files");
  for (const field of ["title", "__proto__", "nothing"]) {
    const fields = JSON.parse(`{"${field}": 1}`) as Record<string, number>;
    expect(() => planEdit({ kind: "raise", fields }, target)).toThrow("has no limit called");
  }
});

it("takes a file off every list that leaves it out", () => {
  const both = { agent, profile: { ...profile, exclude: ["w/A.md", "C.md"] } };
  expect(planEdit({ kind: "exclude", path: "w/A.md", on: false }, both)).toMatchObject({
    fields: { exclude: ["C.md"] },
    values: { workspaceFiles: { exclude: ["B.md"] } },
  });
});

it("plans several edits each on what the one before leaves", () => {
  const pin = (path: string) => ({ kind: "pin", path, on: true }) as const;
  expect(planEdit({ kind: "all", edits: [pin("w/A.md"), pin("w/B.md")] }, target).fields).toEqual({
    pin: ["w/A.md", "w/B.md"],
  });
});

it("tries several changes of one file together", async () => {
  const tried = planEdit(
    {
      kind: "all",
      edits: [
        { kind: "raise", fields: { total: 2000 } },
        { kind: "priority", path: "w/A.md", priority: 3 },
      ],
    },
    target,
  ).tried;
  expect(mergeOverrides({ window: 4096, files: { "w/A.md": { text: "new" } } }, tried)).toEqual({
    window: 4096,
    profile: { total: 2000 },
    files: { "w/A.md": { text: "new", priority: 3 } },
  });
});

it("tries a tag on the text of the editor where there is one, else on the file's", async () => {
  const edits = [{ kind: "tag", path: "w/A.md", tag: "team" } as const];
  const read = async () => "saved";
  expect(await tryEdits({ edits }, target, read)).toEqual({
    files: { "w/A.md": { text: "<!-- tags: team -->\nsaved" } },
  });
  const typed = { files: { "w/A.md": { text: "typed" } }, edits };
  expect(await tryEdits(typed, target, read)).toEqual({
    files: { "w/A.md": { text: "<!-- tags: team -->\ntyped" } },
  });
});
