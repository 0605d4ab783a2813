import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, resolve } from "node:path";
import { sectionsOf } from "../../src/renderer/help/guide-sections.ts";
import { brokenLinks } from "./broken-links.ts";
import { pageHtml } from "./page-html.ts";
import { siteGroups } from "./site-pages.ts";

const top = resolve(import.meta.dirname, "../..");

/**
 * Writes the guide and the reference as a static site that any host can serve; needs no network. Returns the
 * links that lead nowhere.
 */
export const buildSite = (site: string): readonly string[] => {
  const groups = siteGroups(join(top, "docs"));
  const pages = groups.flatMap(({ pages: all }) => all);
  rmSync(site, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
  };
  for (const page of pages) write(`${page.path}.html`, pageHtml(page, groups));
  const begin = "guide/first-day.html";
  write("index.html", `<!doctype html>\n<meta http-equiv="refresh" content="0; url=${begin}">\n`);
  const sections = pages.flatMap(({ path, title, text }) =>
    sectionsOf(path, text).map((section) => ({ ...section, pageTitle: title })),
  );
  write("search.json", JSON.stringify(sections));
  write("site.css", readFileSync(join(import.meta.dirname, "site.css"), "utf8"));
  write("site.js", script(join(top, "src/renderer/help/site-search.ts")));
  write("search-guide.js", script(join(top, "src/renderer/help/search-guide.ts")));
  cpSync(join(top, "docs/guide/pictures"), join(site, "guide/pictures"), { recursive: true });
  return brokenLinks(
    site,
    pages.map(({ path }) => `${path}.html`),
  );
};

/** The site's scripts are those of the app, without their types. */
const script = (path: string): string =>
  stripTypeScriptTypes(readFileSync(path, "utf8"))
    .replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"')
    .replaceAll(/[ \t]+$/gm, "");
