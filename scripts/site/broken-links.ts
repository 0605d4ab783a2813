import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative, sep } from "node:path";

/**
 * Every link and every picture of built pages that leads nowhere: to a file that is not there, to a heading that
 * is not in it, or out of the site. Addresses of other sites are not asked.
 */
export const brokenLinks = (site: string, pages: readonly string[]): readonly string[] =>
  pages.flatMap((page) => {
    const html = readFileSync(join(site, page), "utf8");
    return targetsOf(html)
      .filter((target) => !isFound(site, page, target))
      .map((target) => `${page}: ${target}`);
  });

const targetsOf = (html: string): readonly string[] =>
  [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target = ""]) => target.replaceAll("&amp;", "&"));

const isFound = (site: string, page: string, target: string): boolean => {
  if (/^(?:https?|mailto):/.test(target)) return true;
  const [path = "", id = ""] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (relative(site, join(site, file)).startsWith(`..${sep}`) || !existsSync(join(site, file))) return false;
  return id === "" || readFileSync(join(site, file), "utf8").includes(`id="${decodeURIComponent(id)}"`);
};
