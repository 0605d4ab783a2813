import { expect, it } from "vitest";
import { placeName, placeOf } from "./place.ts";

const line = {
  tier: "curated" as const,
  source: "workspace/MEMORY.md",
  line: 14,
  text: "Salt lasts.\nMore.",
};

it("is the line of a file, with its text selected", () => {
  expect(placeOf(line)).toEqual({ kind: "file", path: "workspace/MEMORY.md", line: 14, length: 11 });
  expect(placeName(line, "workspace", () => undefined)).toBe("MEMORY.md, line 14");
  expect(placeName(line, "other", () => undefined)).toBe("workspace/MEMORY.md, line 14");
});

it("is a conversation by its title, and also one without a title", () => {
  const said = { tier: "session" as const, source: "session:s1", line: null, text: "Hello" };
  expect(placeOf(said)).toEqual({ kind: "session", session: "s1" });
  expect(placeName(said, "workspace", (id) => `Stocktake ${id}`)).toBe("Stocktake s1");
  expect(placeName(said, "workspace", () => "")).toBe("A conversation");
});

it("is null for memories that exist only in the database", () => {
  const link = { tier: "graph" as const, source: "graph:workspace", line: null, text: "a — b → c" };
  expect(placeOf(link)).toBeNull();
  expect(placeName(link, "workspace", () => undefined)).toBe("Graph");
});
