export type Heading = {
  /** 1 to 6. */
  readonly level: number;
  /** Without its marks. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
};

/** Nobody finds a place in a longer list. */
const MAX_HEADINGS = 2_000;

/** The headings of a note, in order; what stands in code or in the YAML at the top is none. */
export const headingsOf = (text: string): readonly Heading[] => {
  const found: Heading[] = [];
  let fence: string | null = null;
  let line = 0;
  let isYaml = /^---[ \t]*\r?\n/.test(text);
  for (const [raw] of text.matchAll(/^.*$/gm)) {
    line += 1;
    if (isYaml) {
      if (line > 1 && /^(?:---|\.\.\.)\s*$/.test(raw)) isYaml = false;
      continue;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
    if (mark !== undefined) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    if (mark !== undefined || fence !== null) continue;
    const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(raw.trimEnd());
    if (!heading) continue;
    found.push({ level: heading[1]?.length ?? 1, text: plain(heading[2] ?? ""), line });
    if (found.length >= MAX_HEADINGS) break;
  }
  return found;
};

/** The part below a heading, up to the next one of its level or above; null when there is no such heading. */
export const sectionOf = (text: string, heading: string): string | null => {
  const headings = headingsOf(text);
  const at = findHeading(headings, heading);
  const found = headings[at];
  if (!found) return null;
  const next = headings.slice(at + 1).find(({ level }) => level <= found.level);
  return text
    .split("\n")
    .slice(found.line - 1, next ? next.line - 1 : undefined)
    .join("\n");
};

/** The line of the heading that a link means; null when there is none. */
export const lineOfHeading = (text: string, heading: string): number | null => {
  const headings = headingsOf(text);
  return headings[findHeading(headings, heading)]?.line ?? null;
};

/** `Bread#Oven` means the heading Oven below Bread; the last name decides. */
const findHeading = (headings: readonly Heading[], wanted: string): number => {
  const last = keyOf(wanted.split("#").at(-1) ?? "");
  return headings.findIndex(({ text }) => keyOf(text) === last);
};

const keyOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const plain = (text: string): string =>
  text
    .replace(/[ \t]+#+$/, "")
    .replaceAll(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, "$1")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_`~=]{1,3}(?=\S)|(?<=\S)[*_`~=]{1,3}/g, "")
    .trim();
