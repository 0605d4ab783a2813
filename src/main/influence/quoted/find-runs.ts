import { lengthInWords, type Words } from "./words.ts";

/** Words that stand in a row in an answer and in a text; word numbers, and how many. */
export type Run = { readonly answer: number; readonly text: number; readonly words: number };

export const MIN_RUN_WORDS = 6;
/** Of an answer that repeats itself, only the first places are compared. */
const MAX_PLACES = 8;
/** Words compared per word of a text and of the answer; of a text that says the same again and again, the rest is left. */
const MAX_COMPARED = 64;

/** An answer, prepared to be looked for in many texts. */
export type RunFinder = (text: readonly string[]) => readonly Run[];

/** Every run is as long as it can be. What the user's own message says in the same words is not counted. */
export const runFinder = (answer: Words, question: readonly string[]): RunFinder => {
  const words = answer.words;
  const places = new Map<string, number[]>();
  for (let at = 0; at + MIN_RUN_WORDS <= words.length; at++) {
    const key = seedAt(words, at);
    const known = places.get(key);
    if (!known) places.set(key, [at]);
    else if (known.length < MAX_PLACES) known.push(at);
  }
  const known = new Set(words);
  const isAsked = askedIn(words, question);
  return (text) => {
    const runs: Run[] = [];
    let left = MAX_COMPARED * (text.length + words.length);
    /** By the distance between the two places: where the last run ends. */
    const ends = new Map<number, number>();
    let unknownAt = -1;
    for (let at = 0; at + MIN_RUN_WORDS <= text.length && left > 0; at++) {
      if (at === 0) unknownAt = lastUnknown(text, 0, MIN_RUN_WORDS, known);
      else if (!known.has(text[at + MIN_RUN_WORDS - 1] ?? "")) unknownAt = at + MIN_RUN_WORDS - 1;
      if (unknownAt >= at) continue;
      for (const place of places.get(seedAt(text, at)) ?? []) {
        if ((ends.get(place - at) ?? 0) > at) continue;
        const length = lengthOf(words, place, text, at);
        left -= length;
        ends.set(place - at, at + length);
        if (isLongEnough(words, place, length) && !isAsked(place, length))
          runs.push({ answer: place, text: at, words: length });
      }
    }
    return runs;
  };
};

const seedAt = (words: readonly string[], at: number): string =>
  words.slice(at, at + MIN_RUN_WORDS).join(" ");

const lastUnknown = (
  text: readonly string[],
  from: number,
  to: number,
  known: ReadonlySet<string>,
): number => {
  for (let at = to - 1; at >= from; at--) if (!known.has(text[at] ?? "")) return at;
  return -1;
};

const lengthOf = (a: readonly string[], from: number, b: readonly string[], at: number): number => {
  let length = MIN_RUN_WORDS;
  while (from + length < a.length && at + length < b.length && a[from + length] === b[at + length]) length++;
  return length;
};

const isLongEnough = (words: readonly string[], from: number, length: number): boolean =>
  length >= 2 * MIN_RUN_WORDS || lengthInWords(words.slice(from, from + length)) >= MIN_RUN_WORDS;

/** Whether the question says all of a run, too. */
const askedIn = (
  words: readonly string[],
  question: readonly string[],
): ((from: number, length: number) => boolean) => {
  if (question.length < MIN_RUN_WORDS) return () => false;
  const asked = new Set<string>();
  for (let at = 0; at + MIN_RUN_WORDS <= question.length; at++) asked.add(seedAt(question, at));
  /** By place, the next one whose words the question does not say. */
  const ownAt = new Uint32Array(words.length + 1);
  ownAt[words.length] = words.length;
  for (let at = words.length - 1; at >= 0; at--)
    ownAt[at] = asked.has(seedAt(words, at)) ? (ownAt[at + 1] ?? 0) : at;
  return (from, length) => (ownAt[from] ?? 0) > from + length - MIN_RUN_WORDS;
};
