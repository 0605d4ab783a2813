import { expect, it } from "vitest";
import { LineTrace } from "./trace-lines.ts";

const trace = (files: Readonly<Record<string, string>>) => {
  const lines = new LineTrace();
  lines.use(Object.entries(files).map(([path, text]) => ({ path, sha: text, text: () => text })));
  return lines;
};

const RULES =
  "# Rules\n\nAnswer in metric units.\nWeigh the flour first.\n\n## Testing\nRun the tests before you send.\n";

it("finds a whole file, an indented part of it and lines with numbers in front", () => {
  const lines = trace({ "AGENTS.md": RULES });
  expect(lines.find(`<file>\n${RULES}</file>`).places).toEqual([
    { path: "AGENTS.md", line: 3, lastLine: 7, at: 4 },
  ]);
  expect(
    lines.find("    Weigh the flour first.\n\n    ## Testing\n    Run the tests before you send.").places,
  ).toEqual([{ path: "AGENTS.md", line: 4, lastLine: 7, at: 1 }]);
  expect(lines.find("     3→Answer in metric units.\n     4→Weigh the flour first.").places).toEqual([
    { path: "AGENTS.md", line: 3, lastLine: 4, at: 1 },
  ]);
});

it("prefers the longer run, and tells nothing of short lines", () => {
  const lines = trace({ "a.md": "Answer in metric units.\nNo.\n", "b.md": RULES });
  expect(lines.find("Answer in metric units.\nWeigh the flour first.").places).toMatchObject([
    { path: "b.md" },
  ]);
  expect(lines.find("No.\n{\n}\n").places).toEqual([]);
});

it("reads a changed file again and forgets one that is gone", () => {
  const lines = trace({ "a.md": "The deck oven needs forty minutes.\n" });
  lines.use([{ path: "a.md", sha: "2", text: () => "The rack oven needs ten minutes.\n" }]);
  expect(lines.find("The deck oven needs forty minutes.").places).toEqual([]);
  expect(lines.find("The rack oven needs ten minutes.").share).toBe(1);
  lines.use([]);
  expect(lines.find("The rack oven needs ten minutes.").places).toEqual([]);
});

it("stays within its limits for a line that is everywhere", () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`${index}.md`, "The same line everywhere.\n".repeat(200)]),
  );
  const lines = trace(files);
  expect(lines.find("The same line everywhere.\n".repeat(5_000)).share).toBe(1);
});
