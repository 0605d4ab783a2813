/** A part of a Markdown text that begins with a heading and ends before the next one of its level or above. */
export type Section = {
  readonly title: string;
  readonly level: number;
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
};

/** Headings of the first two levels that the text uses below its title; code blocks are left alone. */
export const sectionsOf = (text: string): readonly Section[] => {
  const headings: { title: string; level: number; from: number }[] = [];
  let at = 0;
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? "";
    if (mark !== "" && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
    const heading = fence === "" ? /^(#{1,4})\s+(.+?)\s*#*\s*$/.exec(line) : null;
    if (heading) headings.push({ title: heading[2] ?? "", level: heading[1]?.length ?? 1, from: at });
    at += line.length + 1;
  }
  const level = sectionLevel(headings);
  return headings
    .filter((heading) => heading.level === level)
    .map((heading) => {
      const next = headings.find(({ from, level: other }) => from > heading.from && other <= level);
      return { ...heading, to: next?.from ?? text.length };
    });
};

/** The level that divides the text: the first with two headings or more. */
const sectionLevel = (headings: readonly { level: number }[]): number => {
  const levels = [1, 2, 3, 4];
  return levels.find((level) => headings.filter((heading) => heading.level === level).length > 1) ?? 2;
};

/** The text with one section moved to just before another. */
export const moveSection = (text: string, section: Section, before: number): string => {
  const moved = ended(text.slice(section.from, section.to));
  const without = text.slice(0, section.from) + text.slice(section.to);
  return `${without.slice(0, before)}${moved}${without.slice(before)}`;
};

export const withoutSection = (text: string, section: Section): string =>
  ended(`${text.slice(0, section.from).trimEnd()}\n\n${text.slice(section.to)}`.trimEnd());

export const ended = (text: string): string =>
  `${text.trimEnd()}\n${text.includes("\n\n") ? "\n" : ""}`.replace(/\n{3,}$/, "\n\n");
