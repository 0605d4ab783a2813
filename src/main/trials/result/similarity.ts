import type { Embedder } from "../../embeddings/embedder.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Tally } from "./tally.ts";

/** Answers that are compared; with more, every n-th question. */
const MAX_COMPARED = 400;
/** The model reads about 250 words at once: a longer answer is compared by several pieces. */
const PIECE_CHARS = 1_000;
const MAX_PIECES = 8;

export type Similarities = {
  /** By question; null where it was not compared. */
  readonly between: readonly (number | null)[];
  /** Of each variant's answers to one question among themselves; null without repeats. */
  readonly within: readonly (number | null)[];
  readonly by: string;
};

/** How alike the answers are in what they are about. It does not see which of two numbers is right. */
export const similaritiesOf = async (
  { questions }: Tally,
  embedder: Embedder,
  signal?: Signal,
): Promise<Similarities> => {
  const variants = questions[0]?.sides.length ?? 0;
  const step = Math.max(1, Math.ceil((questions.length * variants) / MAX_COMPARED));
  const between: (number | null)[] = questions.map(() => null);
  const within: number[][] = Array.from({ length: variants }, () => []);
  for (let at = 0; at < questions.length; at += step) {
    const sides = questions[at]?.sides ?? [];
    const texts = sides.map((side) => side.slice(0, 2).map(({ text }) => text));
    if (texts.flat().some((text) => text.trim() === "")) continue;
    const vectors = await Promise.all(
      texts.map((few) => Promise.all(few.map((text) => meaningOf(text, embedder, signal)))),
    );
    const [first, second] = vectors;
    if (first?.[0] && second?.[0]) between[at] = cosine(first[0], second[0]);
    for (const [variant, [one, two]] of vectors.entries())
      if (one && two) within[variant]?.push(cosine(one, two));
  }
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return { between, within: within.map(mean), by: embedder.model };
};

/** The average of the pieces' vectors. */
const meaningOf = async (text: string, embedder: Embedder, signal?: Signal): Promise<Float32Array> => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length && pieces.length < MAX_PIECES; at += PIECE_CHARS)
    pieces.push(text.slice(at, at + PIECE_CHARS));
  const [first = new Float32Array(), ...more] = await embedder.embed(pieces, signal);
  const sum = Float32Array.from(first);
  for (const vector of more)
    for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value;
  return sum;
};

const cosine = (a: Float32Array, b: Float32Array): number => {
  let [dot, x, y] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0;
    dot += value * other;
    x += value * value;
    y += other * other;
  }
  return x === 0 || y === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(x * y)));
};
