import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { brokenLinks } from "./broken-links.ts";
import { buildSite } from "./build-site.ts";
import { pageBody } from "./page-body.ts";

const site = mkdtempSync(join(tmpdir(), "satchel-site-"));
const read = (path: string) => readFileSync(join(site, path), "utf8");
let broken: readonly string[] = [];
beforeAll(() => {
  broken = buildSite(site);
});
afterAll(() => rmSync(site, { recursive: true }));

it("builds a page for each page of the guide and the reference, and every link leads somewhere", () => {
  expect(broken).toEqual([]);
  expect(read("guide/budget.html")).toContain('<h2 id="when-something-is-cut">When something is cut</h2>');
  expect(read("guide/first-day.html")).toContain('href="own-folder.html"');
  expect(read("reference/settings.html")).toContain("spellCheck");
});

it("loads nothing from elsewhere", () => {
  const page = read("guide/models.html");
  expect(page).toContain("default-src 'self'");
  expect(page.match(/(?:src|<link[^>]*href)="https?:/g)).toBeNull();
});

it("finds links that lead nowhere", () => {
  const page = '<a href="gone.html">a</a> <a href="#gone">b</a> <img src="../../etc/passwd"> <p id="here">';
  writeFileSync(join(site, "guide/bad.html"), `${page} <a href="#here">c</a>`);
  expect(brokenLinks(site, ["guide/bad.html"])).toEqual([
    "guide/bad.html: gone.html",
    "guide/bad.html: #gone",
    "guide/bad.html: ../../etc/passwd",
  ]);
});

it("leaves the signs of templates in texts, and takes scripts out", () => {
  expect(pageBody("Write `{{agent.displayName}}` or {{date}}.")).toContain(
    "<code>{{agent.displayName}}</code>",
  );
  expect(pageBody("a <script>alert(1)</script> [b](javascript:alert(1))")).not.toMatch(/<script|javascript:/);
});

it("has the search of the app as plain JavaScript", () => {
  expect(read("site.js")).toContain('from "./search-guide.js"');
  expect(read("search-guide.js")).not.toMatch(/\binterface\b|: string\b/);
  const sections = JSON.parse(read("search.json")) as { page: string; title: string }[];
  expect(sections.some(({ page, title }) => page === "guide/memory" && title === "Forgetting")).toBe(true);
});
