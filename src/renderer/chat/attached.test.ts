import { expect, it } from "vitest";
import { readAttached, withAttached } from "./attached.ts";

const files = [
  { path: "workspace/HOURS.md", text: "07:00\n\nto 18:00" },
  { path: "notes.txt", text: "" },
];

it("finds the files that were attached, and the words after them", () => {
  const content = withAttached(files, "When?\n\nAnd why?");
  const read = readAttached(content);
  expect(read.files).toEqual(files);
  expect(read.words).toBe("When?\n\nAnd why?");
  expect(read.head + read.words).toBe(content);
});

it("takes words for words, also when they speak of files", () => {
  for (const words of ["When?", 'Write <file path="a.md">\nx\n</file>\n\nfor me', '<file path="a.md"> open'])
    expect(readAttached(words)).toEqual({ files: [], head: "", words });
});
