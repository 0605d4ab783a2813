import { randomFrom } from "../result/random.ts";

/**
 * Questions about the user's own files whose answer stands at one place only: a number or a name that no other
 * passage has. The question quotes the words before it, so no model is needed to make it.
 */
export type Passage = { readonly path: string; readonly text: string };

export type Planted = {
  readonly passage: Passage;
  /** The words before the answer, as they are in the passage. */
  readonly cue: string;
  readonly answer: string;
};

const MIN_PASSAGE_CHARS = 60;
const MAX_PASSAGE_CHARS = 1_200;
const CUE_WORDS = 8;
const MAX_CUE_WORDS = 24;
const MIN_CUE_WORDS = 4;
const MIN_CUE_CHARS = 12;

/** Paragraphs of a text; a long one is cut at the end of a line or a word. */
export const passagesIn = (path: string, text: string): Passage[] =>
  text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => pieces(paragraph.trim()))
    .filter((piece) => piece.length >= MIN_PASSAGE_CHARS)
    .map((piece) => ({ path, text: piece }));

const pieces = (text: string): string[] => {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const room = text.slice(at, at + MAX_PASSAGE_CHARS);
    const isLast = at + MAX_PASSAGE_CHARS >= text.length;
    const end = isLast ? room.length : Math.max(room.lastIndexOf("\n"), room.lastIndexOf(" "), 1);
    found.push(room.slice(0, end).trim());
    at += end;
  }
  return found;
};

const WORD = /\S+/gu;
/** Letters and digits with what stands inside numbers, names and times. */
const ANSWER = /^[("'*_`[]*([\p{L}\d][\p{L}\d.:/@-]*[\p{L}\d]|\d{2,})[)"'*_`\],.;:!?]*$/u;

/** At most one question per passage, from passages all over the files. */
export const questionsIn = (passages: readonly Passage[]): Planted[] => {
  const counts = new Map<string, number>();
  for (const { text } of passages)
    for (const [word] of text.matchAll(WORD)) {
      const bare = answerIn(word);
      if (bare !== null) counts.set(bare.toLowerCase(), (counts.get(bare.toLowerCase()) ?? 0) + 1);
    }
  const all = plain(passages.map(({ text }) => text).join("\n"));
  const able = passages.filter(({ text }) =>
    [...text.matchAll(WORD)].some(([word]) => isRare(answerIn(word), counts)),
  );
  const step = Math.max(1, Math.floor(able.length / MAX_QUESTIONS));
  return able
    .filter((_, index) => index % step === 0)
    .slice(0, MAX_QUESTIONS)
    .flatMap((passage) => questionIn(passage, counts, all) ?? []);
};

/** More are never asked. */
const MAX_QUESTIONS = 60;

const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

const isRare = (answer: string | null, counts: ReadonlyMap<string, number>): answer is string =>
  answer !== null && counts.get(answer.toLowerCase()) === 1 && (/\d/.test(answer) || /^\p{Lu}/u.test(answer));

const questionIn = (passage: Passage, counts: ReadonlyMap<string, number>, all: string): Planted | null => {
  const words = [...passage.text.matchAll(WORD)];
  for (let at = words.length - 1; at >= MIN_CUE_WORDS; at--) {
    const answer = answerIn(words[at]?.[0] ?? "");
    if (!isRare(answer, counts)) continue;
    // As many words as it takes to name one place.
    for (let count = CUE_WORDS; count <= MAX_CUE_WORDS; count += CUE_WORDS) {
      const from = words[Math.max(0, at - count)]?.index ?? 0;
      const cue = plain(passage.text.slice(from, words[at]?.index));
      const isSaid = cue.toLowerCase().includes(answer.toLowerCase());
      if (cue.length < MIN_CUE_CHARS || isSaid) break;
      if (all.indexOf(cue) === all.lastIndexOf(cue)) return { passage, cue, answer };
    }
  }
  return null;
};

const answerIn = (word: string): string | null => {
  const found = ANSWER.exec(word)?.[1] ?? null;
  return found !== null && found.length >= 2 && found.length <= 40 ? found : null;
};

export type Sized = { readonly passage: Passage; readonly tokens: number };

/** A text of about this many tokens, with the planted passage at the depth (0 beginning, 1 end). */
export const textAround = (
  { passage }: Planted,
  others: readonly Sized[],
  tokens: number,
  depth: number,
  seed: number,
): string => {
  const random = randomFrom(seed);
  const order = others
    .filter(({ passage: other }) => other !== passage)
    .map((other) => ({ other, at: random() }))
    .sort((a, b) => a.at - b.at);
  const chosen: string[] = [];
  let sum = 0;
  for (const { other } of order) {
    if (sum + other.tokens > tokens) continue;
    chosen.push(other.passage.text);
    sum += other.tokens;
  }
  const place = Math.round(depth * chosen.length);
  return [...chosen.slice(0, place), passage.text, ...chosen.slice(place)].join("\n\n");
};

export const questionText = (text: string, { cue }: Planted): string =>
  `Here is a text of several notes.\n\n<text>\n${text}\n</text>\n\nOne place of the text reads: "${cue} …". Which word or number comes directly after that? Answer with it alone.`;

export const isRight = (answer: string, { answer: wanted }: Planted): boolean =>
  answer.toLowerCase().includes(wanted.toLowerCase());
