/** Shorter texts are left out whole. */
const MIN_TEXT_CHARS = 600;
/** Paragraphs are joined until they have this much. */
const MIN_SECTION_CHARS = 200;
const MAX_SECTIONS = 64;

export type Section = { readonly title: string; readonly from: number; readonly to: number };

/** The sections of a text: by its headings, otherwise by its paragraphs. Empty when it is one piece. */
export const cutSections = (text: string): readonly Section[] => {
  if (text.length < MIN_TEXT_CHARS) return [];
  const byHeading = startsOf(text, HEADING, 0);
  const starts = byHeading.length > 1 ? byHeading : startsOf(text, PARAGRAPH, MIN_SECTION_CHARS);
  if (starts.length < 2) return [];
  const every = Math.ceil(starts.length / MAX_SECTIONS);
  const kept = starts.filter((_, index) => index % every === 0);
  return kept.map((from, index) => {
    const to = kept[index + 1] ?? text.length;
    return { title: titleOf(text.slice(from, to)), from, to };
  });
};

/** A heading of the first three levels. Paragraphs begin after an empty line. */
const HEADING = /^#{1,3} +\S/gm;
const PARAGRAPH = /(?<=\n[ \t]*\n)\S/g;

/** Where sections begin; the first begins with the text. */
const startsOf = (text: string, pattern: RegExp, minChars: number): readonly number[] => {
  const starts = [0];
  for (const { index } of text.matchAll(pattern))
    if (index > 0 && index - (starts.at(-1) ?? 0) >= minChars) starts.push(index);
  return starts;
};

const MAX_TITLE_CHARS = 60;

const titleOf = (section: string): string => {
  const line = section.trimStart().split("\n", 1)[0] ?? "";
  const plain = line.replace(/^#{1,3} +/, "").trim();
  return plain.length > MAX_TITLE_CHARS ? `${plain.slice(0, MAX_TITLE_CHARS).trimEnd()}…` : plain;
};
