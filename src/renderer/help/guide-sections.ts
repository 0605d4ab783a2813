/** A heading of a page of the guide with what stands under it, up to the next heading. */
export type GuideSection = {
  readonly page: string;
  /** The heading's place in the page; empty for the page itself. */
  readonly id: string;
  readonly title: string;
  /** The words under it, without marks of Markdown. */
  readonly text: string;
};

/** The place of a heading, as GitHub makes it: the same link works there, in the app and on the site. */
export const headingId = (title: string): string =>
  plain(title)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** The sections of a page in their order; the first is the page itself. */
export const sectionsOf = (page: string, markdown: string): readonly GuideSection[] => {
  const found: { id: string; title: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const heading = isCode ? null : /^(#{1,3}) (.+)$/.exec(line);
    const [, marks = "", title = ""] = heading ?? [];
    if (heading) found.push({ id: marks === "#" ? "" : headingId(title), title: plain(title), lines: [] });
    else if (!line.startsWith("```")) found.at(-1)?.lines.push(line);
  }
  return found.map(({ id, title, lines }) => ({ page, id, title, text: plain(lines.join(" ")) }));
};

/** The title of a page: its first heading. */
export const titleOf = (markdown: string): string => plain(/^# (.+)$/m.exec(markdown)?.[1] ?? "");

/** Words only: pictures keep what they show, links their text, tables their cells. */
export const plain = (markdown: string): string =>
  markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^\s*(?:[-*>]|\d+\.)\s/gm, "")
    .replaceAll(/\|?\s*:?-{3,}:?\s*\|/g, " ")
    .replaceAll(/[*`]/g, "")
    .replaceAll("|", " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** Where the links of a page lead, pictures included, in their order. */
export const linksOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");
