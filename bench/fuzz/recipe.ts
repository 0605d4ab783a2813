import {
  type Arbitrary,
  array,
  constant,
  constantFrom,
  integer,
  nat,
  oneof,
  sample,
  string,
  tuple,
} from "fast-check";

/**
 * A text as pieces and how often each is repeated. Found cases are kept like this: a text of a megabyte that makes a
 * parser hang is a line of JSON.
 */
export type Recipe = readonly (readonly [piece: string, times: number])[];

const MAX_CHARS = 1_000_000;

export const textOf = (recipe: Recipe): string => {
  let text = "";
  for (const [piece, times] of recipe) {
    const room = Math.floor((MAX_CHARS - text.length) / Math.max(1, piece.length));
    text += piece.repeat(Math.max(0, Math.min(times, room)));
  }
  return text;
};

/** Bytes with these values, for formats that are not text: each character is one byte. */
export const bytesOf = (recipe: Recipe): Uint8Array => Buffer.from(textOf(recipe), "latin1");

/** Names that are keys of every object. */
const KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];
const COMMON = [
  "",
  " ",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "\uFEFF",
  "\u2028",
  "\u202E",
  "\uD83D",
  "🐙",
  "é",
  "0",
  "-1",
  "1e999",
];

/** Words of a format, and whole documents of it that are taken apart. */
export type Words = { readonly words: readonly string[]; readonly examples: readonly string[] };

export const recipes = ({ words, examples }: Words): Arbitrary<Recipe> => {
  const piece = oneof(
    { weight: 6, arbitrary: constantFrom(...words) },
    { weight: 2, arbitrary: constantFrom(...COMMON, ...KEYS) },
    { weight: 2, arbitrary: string({ maxLength: 12, unit: "binary" }) },
  );
  const times = oneof(
    { weight: 20, arbitrary: constant(1) },
    { weight: 4, arbitrary: integer({ min: 2, max: 40 }) },
    { weight: 2, arbitrary: constantFrom(200, 2_000, 20_000, 100_000) },
  );
  const soup = array(tuple(piece, times), { maxLength: 24 });
  const nested = tuple(piece, piece, piece, constantFrom(3, 50, 1_000, 20_000)).map(
    ([open, inner, close, depth]): Recipe => [
      [open, depth],
      [inner, 1],
      [close, depth],
    ],
  );
  const mutated = tuple(constantFrom(...examples), nat(), nat(20), soup).map(
    ([example, at, gone, more]): Recipe => {
      const start = at % (example.length + 1);
      return [[example.slice(0, start), 1], ...more.slice(0, 4), [example.slice(start + gone), 1]];
    },
  );
  return oneof(
    { weight: 5, arbitrary: soup },
    { weight: 2, arbitrary: nested },
    { weight: 5, arbitrary: mutated },
  );
};

/** The recipe of one run; the same for the same numbers. */
export const recipeOf = (words: Words, seed: number, run: number): Recipe =>
  sample(recipes(words), { seed: (seed * 1_000_003 + run) | 0, numRuns: 1 })[0] ?? [];
