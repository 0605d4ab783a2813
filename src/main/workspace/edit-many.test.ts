import { expect, it } from "vitest";
import { applyEdits, textChanges } from "./edit-many.ts";

it("replaces places in any order and leaves the rest alone", () => {
  const edits = [
    { start: 8, end: 13, insert: "3" },
    { start: 0, end: 3, insert: "1" },
    { start: 4, end: 4, insert: "+" },
  ];
  expect(applyEdits("a.md", "one two three", edits)).toBe("1 +two 3");
});

it("refuses places that overlap or end outside of the text", () => {
  const overlap = [
    { start: 0, end: 2, insert: "" },
    { start: 1, end: 3, insert: "" },
  ];
  expect(() => applyEdits("a.md", "text", overlap)).toThrow("does not fit");
  expect(() => applyEdits("a.md", "text", [{ start: 0, end: 9, insert: "" }])).toThrow("does not fit");
});

it("writes nothing when one file is no longer what was looked at", async () => {
  const files = ["a.md", "b.md"].map((path) => ({
    path,
    baseHash: "h1",
    edits: [{ start: 0, end: 1, insert: "X" }],
  }));
  const read = async (path: string) => ({ text: "old", hash: path === "a.md" ? "h1" : "h2" });
  await expect(textChanges(files, read)).rejects.toMatchObject({ code: "changed-since" });
});
