import { describe, expect, it } from "vitest";
import type { MovedPart, MovedResult } from "#shared/model/moved-result.ts";
import type { PartNode } from "./part-node.ts";
import { withoutTitles, withTitles } from "./part-titles.ts";

const part = (changes: Partial<MovedPart>): MovedPart => ({
  id: "a",
  kind: "file",
  layer: "files",
  source: "workspace/A.md",
  title: "A.md",
  segments: ["a"],
  tokens: 1,
  parts: 1,
  answers: null,
  drop: 0,
  low: 0,
  high: 0,
  moved: false,
  basis: "whole",
  ...changes,
});

const secret = "My sister is called Ilse";
const parts = [
  part({}),
  part({ id: "a#1", kind: "section", title: secret }),
  part({ id: "m", layer: "memory", title: secret }),
  part({ id: "h", layer: "history", title: secret }),
  part({ id: "layer:memory", kind: "layer", layer: "memory", title: "Memory" }),
  part({ id: "layer:memory/1", kind: "group", layer: "memory", title: `${secret} … b` }),
];
const result = { parts, failed: [{ id: "m", title: secret, problem: "No." }] } as unknown as MovedResult;

describe("what is stored of a result", () => {
  it("has names of files and layers, and no words of a text", () => {
    const stored = withoutTitles(result);
    expect(JSON.stringify(stored)).not.toContain("Ilse");
    expect(stored.parts.map(({ title }) => title)).toEqual(["A.md", "", "", "", "Memory", ""]);
  });

  it("gets its titles from the run again, as long as that is stored", () => {
    const tree = parts.map(({ id, title }) => ({ id, title, children: [] })) as unknown as PartNode[];
    expect(withTitles(withoutTitles(result), tree)).toEqual(result);
    expect(withTitles(withoutTitles(result), null).parts[1]?.title).toBe("(not stored any more)");
  });
});
