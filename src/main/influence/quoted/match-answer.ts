import type { PassageKind, QuotedSegment } from "#shared/model/quotation.ts";
import { type Excerpt, excerptOf } from "./excerpt.ts";
import { findLines } from "./find-lines.ts";
import { runFinder } from "./find-runs.ts";
import { runSplitter } from "./run-splitter.ts";
import { findTerms } from "./find-terms.ts";
import type { Found } from "./found.ts";
import { type Sentence, sentencesOf } from "./sentences.ts";
import { weigh, type Weights } from "./weigh.ts";
import { TextLines } from "./text-lines.ts";
import { type Words, wordsOf } from "./words.ts";

/** A text that was sent, by the id of its segment. */
export type SentText = {
  readonly segment: string;
  readonly text: string;
  /** It is the message that was answered. */
  readonly isQuestion: boolean;
};

type LinedText = SentText & { readonly lines: TextLines };

export type MatchedPassage = Excerpt & {
  readonly segment: string;
  readonly kind: PassageKind;
  readonly shared: string[];
};

export type MatchedAnswer = {
  readonly sentences: { readonly from: number; readonly to: number; readonly passages: MatchedPassage[] }[];
  readonly segments: QuotedSegment[];
  readonly words: number;
  readonly comparedUpTo: number | null;
};

const MAX_PASSAGES = 5;
/** About 40,000 tokens of answer. */
const MAX_ANSWER_CHARS = 160_000;
/** Runs of one sentence and text that are looked at; the longest first. */
const MAX_RUNS = 4 * MAX_PASSAGES;

/** Compares an answer with every text that was sent. Pure: it knows nothing but words. */
export const matchAnswer = (answer: string, texts: readonly SentText[]): MatchedAnswer => {
  const compared = answer.slice(0, MAX_ANSWER_CHARS);
  const own = wordsOf(compared);
  const sentences = sentencesOf(compared, own);
  const sent = texts.map((text) => ({ ...text, ...wordsOf(text.text), lines: new TextLines(text.text) }));
  const weights = weigh(own, sent);
  const found = [
    ...foundRuns(own, compared, sentences, sent, weights),
    ...findTerms(
      compared,
      sentences,
      // A place in the question explains nothing.
      sent.map(({ lines, isQuestion }) => (isQuestion ? NO_LINES : lines)),
      questionOf(sent),
      weights.total,
    ),
    ...findLines(own, sentences, sent, weights),
  ];
  const bySentence = sentences.map((): Found[] => []);
  for (const each of found) bySentence[each.sentence]?.push(each);
  return {
    sentences: sentences.map(({ from, to }, index) => ({
      from,
      to,
      passages: strongest(bySentence[index] ?? [], sent).map(
        ({ text, kind, shared, ranges }): MatchedPassage => ({
          segment: texts[text]?.segment ?? "",
          kind,
          shared: [...shared],
          ...excerptOf(sent[text]?.lines ?? NO_LINES, ranges),
        }),
      ),
    })),
    segments: quoted(found, texts),
    words: weights.total,
    comparedUpTo: answer.length > compared.length ? compared.length : null,
  };
};

const NO_LINES = new TextLines("");

const questionOf = (sent: readonly SentText[]): string =>
  sent.flatMap(({ text, isQuestion }) => (isQuestion ? [text] : [])).join("\n");

/** Runs, split where the answer's sentences end. */
const foundRuns = (
  own: Words,
  answer: string,
  sentences: readonly Sentence[],
  sent: readonly (SentText & Words)[],
  weights: Weights,
): Found[] => {
  const find = runFinder(own, wordsOf(questionOf(sent)).words);
  const findAll = runFinder(own, []);
  return sent.flatMap(({ words, from, to, isQuestion }, text) => {
    const split = runSplitter(sentences, MAX_RUNS);
    const runs = (isQuestion ? findAll : find)(words).toSorted((a, b) => b.words - a.words);
    return runs.flatMap((run) =>
      split(run.answer, run.answer + run.words).map(({ sentence, firstWord, endWord }): Found => {
        const [start, end] = [run.text + firstWord - run.answer, run.text + endWord - run.answer - 1];
        return {
          sentence,
          text,
          kind: "run",
          shared: [answer.slice(own.from[firstWord], own.to[endWord - 1])],
          ranges: [[from[start] ?? 0, to[end] ?? 0]],
          bits: own.words.slice(firstWord, endWord).reduce((sum, word) => sum + weights.bits(word), 0),
        };
      }),
    );
  });
};

/** What weighs most first, look-alikes last, and no place twice. */
const strongest = (found: readonly Found[], texts: readonly LinedText[]): readonly Found[] => {
  const kept: Found[] = [];
  const sorted = found.toSorted(
    (a, b) =>
      Number(a.kind === "words") - Number(b.kind === "words") ||
      Number(texts[a.text]?.isQuestion) - Number(texts[b.text]?.isQuestion) ||
      b.bits - a.bits ||
      a.text - b.text,
  );
  for (const each of sorted) {
    if (kept.length >= MAX_PASSAGES) break;
    if (!kept.some((other) => isSamePlace(each, other, texts))) kept.push(each);
  }
  return kept;
};

const isSamePlace = (a: Found, b: Found, texts: readonly LinedText[]): boolean => {
  if (a.text !== b.text) return false;
  const lines = texts[a.text]?.lines ?? NO_LINES;
  const at = a.ranges[0]?.[0] ?? 0;
  const from = b.ranges[0]?.[0] ?? 0;
  const end = b.ranges.at(-1)?.[1] ?? 0;
  const isOneLine = lines.number(from) === lines.number(Math.max(from, end - 1));
  return isOneLine ? lines.number(at) === lines.number(from) : at >= from && at < end;
};

/** Look-alikes are no quotations. */
const quoted = (found: readonly Found[], texts: readonly SentText[]): QuotedSegment[] => {
  const sentences = texts.map(() => new Set<number>());
  for (const { kind, text, sentence } of found) if (kind !== "words") sentences[text]?.add(sentence);
  return texts.flatMap(({ segment }, index) => {
    const count = sentences[index]?.size ?? 0;
    return count === 0 ? [] : [{ segment, sentences: count }];
  });
};
