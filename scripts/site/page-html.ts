import { pageBody } from "./page-body.ts";
import type { SiteGroup, SitePage } from "./site-pages.ts";

/** One page of the site: the list of all pages, a search, and the text. It loads nothing from elsewhere. */
export const pageHtml = (page: SitePage, groups: readonly SiteGroup[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(page.title)} · Satchel</title>
<link rel="stylesheet" href="../site.css">
<script type="module" src="../site.js"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<nav aria-label="Pages">
<a class="name" href="../guide/first-day.html">Satchel</a>
<label class="search">Search <input type="search" id="query" autocomplete="off"></label>
<div id="results" role="status"></div>
<div id="pages">
${groups.map((group) => groupHtml(group, page)).join("\n")}
</div>
</nav>
<main id="text">
${pageBody(page.text)}
</main>
</body>
</html>
`;

const groupHtml = ({ title, pages }: SiteGroup, current: SitePage): string =>
  `<h2>${title}</h2>\n<ul>\n${pages.map((page) => linkHtml(page, current)).join("\n")}\n</ul>`;

const linkHtml = ({ path, title }: SitePage, current: SitePage): string =>
  `<li><a href="../${path}.html"${path === current.path ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
