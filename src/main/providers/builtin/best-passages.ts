import { cutStart } from "../../base/cut-text.ts";
import type { Passage } from "../provider.ts";

export type RankedPassage = Passage & {
  readonly score: number;
  /** The heading above it, and the first row of its table; both are in `text` before `body`. Most often empty. */
  readonly lead: string;
  readonly body: string;
  /** Its place among all passages: one that follows a different one directly is one later. */
  readonly at: number;
};

/** Of one passage, in UTF-16 units, without what stands above it. Longer paragraphs are several passages. */
const MAX_BODY_CHARS = 1200;
/** A first row that is longer is not repeated above the other rows. */
const MAX_ROW_CHARS = 300;

/**
 * The paragraphs that best match a question, by BM25 over their words. A heading is kept with the text below
 * it, so that a table or a list keeps its meaning.
 */
export const bestPassages = (
  question: string,
  sources: readonly Passage[],
  limit: number,
): readonly RankedPassage[] => {
  return bestOf(preparedPassages(sources), question, limit);
};

/** Passages with their words. */
export type Prepared = readonly {
  readonly passage: Omit<RankedPassage, "score">;
  readonly words: readonly string[];
}[];

export const preparedPassages = (sources: readonly Passage[]): Prepared =>
  sources.flatMap(paragraphs).map(({ source, lead, body }, at) => {
    const text = lead === "" ? body : `${lead}${body}`;
    return { passage: { source, text, lead, body, at }, words: wordsOf(text) };
  });

export const bestOf = (passages: Prepared, question: string, limit: number): readonly RankedPassage[] => {
  const asked = new Set(wordsOf(question).filter((word) => !stopWords.has(word)));
  if (asked.size === 0) return [];
  const average = passages.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, passages.length);
  const rarity = new Map(
    [...asked].map((word) => {
      const holding = passages.filter(({ words }) => words.includes(word)).length;
      return [word, Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5))] as const;
    }),
  );
  const score = (words: readonly string[]) =>
    [...asked].reduce((sum, word) => {
      const times = words.filter((other) => other === word).length;
      const weight = (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / average));
      return sum + (rarity.get(word) ?? 0) * weight;
    }, 0);
  return passages
    .map(({ passage, words }) => ({ ...passage, score: score(words) }))
    .filter((passage) => passage.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
};

type Paragraph = Pick<RankedPassage, "source" | "lead" | "body">;

/**
 * Splits at blank lines; a heading is joined with the text that follows it. A long paragraph, as a page of a PDF or
 * a sheet is, becomes several: all of it can be found.
 */
const paragraphs = ({ source, text }: Passage): Paragraph[] => {
  let heading = "";
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .flatMap((block) => {
      const titles = /^(?:#{1,6} .*(?:\n|$))+/.exec(block)?.[0] ?? "";
      const rest = block.slice(titles.length).trim();
      if (titles) heading = titles.trim().split("\n").at(-1) ?? "";
      if (!rest) return [];
      const above = heading ? `${heading}\n\n` : "";
      const row = firstRow(rest);
      return pieces(rest).map((body, at) => ({ source, lead: at === 0 ? above : above + row, body }));
    });
};

/** The row with the names of the columns, where it is one: rows further down say little without it. */
const firstRow = (block: string): string => {
  const [row = "", line = ""] = block.slice(0, 2 * MAX_ROW_CHARS).split("\n");
  if (row.length > MAX_ROW_CHARS || !/\S \| /.test(row)) return "";
  return /^\|[ |:-]+\|$/.test(line) ? `${row}\n${line}\n` : `${row}\n`;
};

/** Cut behind a sentence or a line where one ends in the second half, otherwise at a space or anywhere. */
const pieces = (text: string): string[] => {
  const cut: string[] = [];
  let rest = text;
  while (rest.length > MAX_BODY_CHARS) {
    const piece = cutStart(rest, endOfPiece(rest.slice(0, MAX_BODY_CHARS)));
    cut.push(piece.trim());
    rest = rest.slice(piece.length).trim();
  }
  return [...cut, rest].filter((piece) => piece !== "");
};

const endOfPiece = (text: string): number => {
  const ends = [/[.!?]["')\]]?\s|[\u3002\uff01\uff1f]/g, /\n/g, /\s/g].map((end) => lastEnd(text, end));
  return ends.find((end) => end > text.length / 2) ?? text.length;
};

const lastEnd = (text: string, pattern: RegExp): number => {
  let end = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) end = index + found.length;
  return end;
};

const wordsOf = (text: string): string[] => {
  const plain = text.normalize("NFKC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  // A prompt has a hundred thousand words, most often all of one kind.
  if (!UNSPACED.test(plain)) return words.map(stem);
  return words.flatMap((word) => (UNSPACED.test(word) ? pairs(word) : [stem(word)]));
};

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Languages without spaces: overlapping pairs of characters. */
const pairs = (word: string) => {
  const chars = Array.from(word);
  return chars.length < 2 ? chars : chars.slice(1).map((char, index) => `${chars[index] ?? ""}${char}`);
};

const stem = (word: string) =>
  word.length > 4 && ENDINGS.has(word.at(-1)) ? word.replace(/(ies|es|s|ing|ed)$/, "") : word;

const ENDINGS: ReadonlySet<string | undefined> = new Set(["s", "g", "d"]);

const stopWords = new Set(
  "a an and are as at be by can could did do does for from had has have how i if in is it its me my of on or our should so that the their them then there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);
