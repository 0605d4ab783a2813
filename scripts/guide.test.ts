import { globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { placeOfLink } from "../src/renderer/help/guide-link.ts";
import { linksOf, sectionsOf, titleOf } from "../src/renderer/help/guide-sections.ts";
import { FAILURES_BY_TOPIC, topicOfFailure } from "../src/renderer/ui/failure-help.ts";
import { GUIDE_PAGES, type GuidePlace, HELP } from "../src/renderer/ui/help-topics.ts";

const top = resolve(import.meta.dirname, "..");
const folder = join(top, "docs/guide");
const pages = GUIDE_PAGES.map((page) => ({
  page,
  text: readFileSync(join(folder, `${page}.md`), "utf8"),
}));
const places: ReadonlySet<string> = new Set(
  pages.flatMap(({ page, text }) =>
    sectionsOf(page, text).map(({ id }) => (id === "" ? page : `${page}#${id}`)),
  ),
);

it("has a page for each name, a title for each page, and no other page", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  expect(files.toSorted()).toEqual(GUIDE_PAGES.map((page) => `${page}.md`).toSorted());
  expect(pages.filter(({ text }) => titleOf(text) === "" || !text.startsWith("# "))).toEqual([]);
});

it("has a section for everything that the app links to", () => {
  expect(Object.values<GuidePlace>(HELP).filter((place) => !places.has(place))).toEqual([]);
});

it.each(pages)("leads only to places and pictures that exist: $page", ({ page, text }) => {
  const broken = linksOf(text).filter((target) => {
    if (target.startsWith("https://")) return false;
    if (target.startsWith("pictures/")) return !isFile(join(folder, target));
    const place = placeOfLink(target, page);
    return place === null || !places.has(place);
  });
  expect(broken).toEqual([]);
});

it("shows every picture that it has, and each is small", () => {
  const files = readdirSync(join(folder, "pictures"));
  const shown = new Set(pages.flatMap(({ text }) => linksOf(text)));
  expect(files.filter((name) => !shown.has(`pictures/${name}`))).toEqual([]);
  const bytes = files.map((name) => statSync(join(folder, "pictures", name)).size);
  expect(Math.max(...bytes)).toBeLessThan(100_000);
  expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThan(1_500_000);
});

it("says what each picture shows", () => {
  const nameless = pages.flatMap(({ page, text }) =>
    [...text.matchAll(/!\[([^\]]*)\]/g)].filter(([, alt = ""]) => alt.length < 10).map(() => page),
  );
  expect(nameless).toEqual([]);
});

it("has a section for every code of a failure in the source, once, and for no code that is gone", () => {
  const source = globSync("src/{main,shared,renderer}/**/*.{ts,tsx}", { cwd: top })
    .filter((file) => !/\.test\.tsx?$|\.fixture\.|test-|failure-help/.test(file))
    .map((file) => readFileSync(join(top, file), "utf8"));
  const thrown = source.flatMap((text) => [
    ...[...text.matchAll(/\bFailure\(\s*"([a-z-]+)"/g)].map(([, code = ""]) => code),
    ...[...text.matchAll(/\b(?:failed|refuse)\(\s*"([a-z]+-[a-z-]+)"/g)].map(([, code = ""]) => code),
  ]);
  const listed = Object.values(FAILURES_BY_TOPIC).flat();
  expect(thrown.length).toBeGreaterThan(200);
  expect([...new Set(thrown)].filter((code) => !(listed as string[]).includes(code))).toEqual([]);
  expect(listed.filter((code, index) => (listed as string[]).indexOf(code) !== index)).toEqual([]);
  const all = source.join("\n");
  expect(listed.filter((code) => !all.includes(`"${code}"`))).toEqual([]);
});

it("leads a code that is not known, or is a name of every object, to the page about trouble", () => {
  for (const code of ["no-such-code", "constructor", "__proto__", ""])
    expect(topicOfFailure(code)).toBe("trouble");
});

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
