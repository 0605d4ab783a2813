import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { titleOf } from "../../src/renderer/help/guide-sections.ts";
import { GUIDE_PAGES } from "../../src/renderer/ui/help-topics.ts";

export type SitePage = {
  /** `guide/first-day`: below the site, without its ending. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
};

export type SiteGroup = { readonly title: string; readonly pages: readonly SitePage[] };

/** What the site has: the guide in its order, and the generated reference. */
export const siteGroups = (docs: string): readonly SiteGroup[] => [
  { title: "Guide", pages: GUIDE_PAGES.map((name) => read(docs, `guide/${name}`)) },
  {
    title: "Reference",
    pages: readdirSync(join(docs, "reference"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => read(docs, `reference/${name.slice(0, -3)}`))
      .toSorted((a, b) => Number(b.path.endsWith("README")) - Number(a.path.endsWith("README"))),
  },
];

const read = (docs: string, path: string): SitePage => {
  const text = readFileSync(join(docs, `${path}.md`), "utf8");
  return { path, title: titleOf(text), text };
};
