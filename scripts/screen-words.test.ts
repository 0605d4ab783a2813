import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { screenWordsIn } from "./screen-words.ts";

const top = resolve(import.meta.dirname, "..");

it("finds words that are written into a component", () => {
  const words = screenWordsIn(
    [
      "const A = ({ open }) => (",
      "  <div className='row' aria-label='Close it' data-kind='plain'>",
      "    Hello <b>{t.name}</b> {open ? 'shown' : null} {` of ${1}`}",
      "    <i title={`Up to ${2}`} id='x'>·</i>",
      "  </div>",
      ");",
    ].join("\n"),
  );
  expect(words.map(({ line, text }) => `${line} ${text}`)).toEqual([
    "2 Close it",
    "3 Hello",
    "3 shown",
    "3 of",
    "4 Up to",
  ]);
});

it("finds none on any screen: every word is in a message file", () => {
  const files = globSync("src/renderer/**/*.tsx", { cwd: top, exclude: ["**/*.test.tsx"] });
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    screenWordsIn(readFileSync(resolve(top, file), "utf8")).map(
      ({ line, text }) => `${file}:${line} ${text}`,
    ),
  );
  expect(found).toEqual([]);
});
