import { expect, it } from "vitest";
import type { SubagentValues } from "#shared/contract/agents.ts";
import { readSubagent } from "./read-subagent.ts";
import { subagentText, subagentValuesOf } from "./subagent-text.ts";

const place = { path: "workspace/subagents/kim.md", id: "kim", home: "workspace" };
const values: SubagentValues = {
  description: "Knows ovens: gas, wood",
  workspace: "shared",
  model: "large",
  steps: 3,
  tools: ["who_am_i", "memory_*"],
  temperature: 0.1,
  prompt: "You are kim.\n\n---\n\nLook twice.",
};
const readBack = (text: string): SubagentValues => {
  const read = readSubagent(text, place);
  if (typeof read === "string") throw new Error(read);
  return subagentValuesOf(read);
};

it("writes a file that is read with the same values", () => {
  expect(readBack(subagentText(values, null))).toEqual(values);
  const plain: SubagentValues = {
    ...values,
    workspace: "isolated",
    model: null,
    tools: null,
    temperature: null,
    prompt: "Hello",
  };
  expect(readBack(subagentText(plain, null))).toEqual(plain);
});

it("keeps what else stands in the front matter, comments included, and writes each key once", () => {
  const before =
    "---\n# Written in spring.\ndescription: Old\nmaxIters: 4 # few\nowner: Mia\nworkspace:\n  mode: shared\n  path: kitchen\n---\nOld prompt.\n";
  const text = subagentText(values, before);
  expect(text).toContain("# Written in spring.");
  expect(text).toContain("owner: Mia");
  expect(text).toContain("path: kitchen");
  expect(text).not.toContain("maxIters");
  expect(text.match(/^description:/gm)).toHaveLength(1);
  expect(readBack(text)).toEqual(values);
  expect(subagentText(values, "---\n[broken\n---\nText")).toBe(subagentText(values, null));
});

it("keeps a description that looks like something else as a text", () => {
  for (const description of ["yes", "12", "- a", "# not a comment", "a: b", "'", "null"])
    expect(readBack(subagentText({ ...values, description }, null)).description).toBe(description);
});
