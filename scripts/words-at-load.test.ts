import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { en } from "../src/renderer/ui/messages/en.ts";
import { wordsAtLoad } from "./words-at-load.ts";

const top = join(import.meta.dirname, "..");
const table = { close: "Close", memory: { title: "Memory", days: { today: "today" }, ago: () => "ago" } };

const found = (lines: readonly string[]) =>
  wordsAtLoad(['import { t } from "../ui/messages/index.ts";', ...lines].join("\n"), table);

it("finds a word that a module keeps, through parts, choices and loops", () => {
  expect(
    found([
      "const title = t.memory.title;",
      "const words = t.memory;",
      "const options = [{ label: words.days.today }];",
      "const labels = keys.map((key) => words.days[key]);",
      "const ago = words.ago;",
      "const close = (t.close satisfies string) + more;",
      "const days = Object.entries(words.days);",
    ]),
  ).toEqual([
    { line: 2, path: "memory.title" },
    { line: 4, path: "memory.days.today" },
    { line: 5, path: "memory.days.*" },
    { line: 6, path: "memory.ago" },
    { line: 7, path: "close" },
    { line: 8, path: "memory.days.*" },
  ]);
});

it("leaves parts of the table and what functions read alone", () => {
  expect(
    found([
      "const words = t.memory;",
      "const days = words.days;",
      "type Words = typeof t.close;",
      "const title = () => words.title;",
      "export class Pane { title() { return days.today; } }",
    ]),
  ).toEqual([]);
  expect(wordsAtLoad("const title = t.memory.title;", table)).toEqual([]);
});

it("no module of the screen keeps a word of one language", () => {
  const files = globSync("src/renderer/**/*.{ts,tsx}", { cwd: top }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  const kept = files.flatMap((file) =>
    wordsAtLoad(readFileSync(join(top, file), "utf8"), en).map(({ line, path }) => `${file}:${line} ${path}`),
  );
  expect(kept).toEqual([]);
});
