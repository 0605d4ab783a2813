import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const top = resolve(import.meta.dirname, "..");

/** What an ordinary engineer would not write, and what they would write instead. */
const worst: readonly (readonly [RegExp, string])[] = [
  [/\bgives? back\b/i, "returns"],
  [/\banew\b/i, "again"],
  [/\bhears every\b/i, "subscribes to all"],
  [/\bis not heard\b/i, "is ignored"],
  [/\bnobody to ask\b/i, "no one can answer"],
  [/\bone a line\b/i, "one per line"],
  [/\bthe way (?:to stop|not to)\b/i, "a function that stops it"],
  [/\bwhat is not right\b/i, "warnings"],
  [/\bcapitals matter\b/i, "match case"],
  [/\bmessage marks\b/i, "message overhead"],
  [/\bmain scope\b/i, "private conversation"],
  [/\bhas a problem of its own\b/i, "reported a server error"],
  [/\bthis is no (?:address|number|date|path)\b/i, "not a valid …"],
  [/\bthereof\b|\bwherein\b|\bthereby\b/i, "shorter words"],
  [/\bone (?!is\b|of\b|and\b)[a-z]+ a (?:line|row|text|message|limit)\b/i, "one … per …"],
  [
    /\bby whom?ever\b|\bwhoever (?:asks?|asked|waits|speaks|listens|wants)\b/i,
    "by any …, every caller that …",
  ],
  [/\bwho (?:has it|asks|waits)\b/i, "its owner, the caller"],
  [/\bnobody (?:knows|said|asked)\b/i, "unknown, without a request"],
  [/\bstands? nowhere\b/i, "has no position"],
  [/\bspoke for\b/i, "matched, supported"],
  [/\bgiven out again\b/i, "reused"],
  [/\bin the model[’']s sight\b/i, "visible to the model"],
  [/\bsmall letters\b/i, "lower-case letters"],
  [/\bfor ever\b/i, "forever"],
  [/\bhears? of\b/i, "is notified of"],
  [/\bin one go\b/i, "at once"],
  [/\bpass(?:es|ed) over\b/i, "skips"],
  [/\btaken back\b/i, "undone"],
  [/(?<!\bthere )\bis no (?:text|JSON|YAML|UTF-8|tokenizer|candidate|fact|export)\b/i, "is not …"],
  [/\bso many (?!that\b)[a-z]+\b/i, "this many …, the given number of …"],
  [/\btakes? (?:it|them) back\b/i, "undoes it, revokes it"],
  [/\bthe way back\b/i, "Undo, how to undo it"],
  [/\b(?:nobody|cost|size|error|stream|offers) is told\b/i, "is reported, is shown"],
  [/\btells (?:how|what|who|which|whether|where|only)\b/i, "reports, returns"],
];

const files = globSync("{src,scripts,e2e,bench}/**/*.{ts,tsx}", { cwd: top })
  .concat(globSync("{docs/**/*.md,*.md}", { cwd: top }))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file !== "scripts/plain-words.test.ts" && !file.includes(".artifacts"));

it("keeps the worst words out of code, docs and the screen", () => {
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    readFileSync(join(top, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        worst
          .filter(([pattern]) => pattern.test(line))
          .map(([pattern, instead]) => `${file}:${index + 1} ${pattern.source}: write "${instead}"`),
      ),
  );
  expect(found).toEqual([]);
});
