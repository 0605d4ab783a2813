/** Numbers of a vector, as in the bundled model. */
export const DIMENSION = 384;

/** Reproducible random numbers, 0 to 1. */
export const random = (seed: number): (() => number) => {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Vectors of length 1 around a few hundred centres, like those of real texts. One after the other. */
export const clusteredVectors = (count: number, dimension: number): Float32Array => {
  const next = random(7);
  const normal = () => next() + next() + next() + next() - 2;
  const centres = Float32Array.from({ length: 300 * dimension }, normal);
  const vectors = new Float32Array(count * dimension);
  for (let at = 0; at < count; at += 1) {
    const centre = Math.floor(next() * 300) * dimension;
    let square = 0;
    for (let i = 0; i < dimension; i += 1) {
      const value = (centres[centre + i] as number) + normal();
      vectors[at * dimension + i] = value;
      square += value * value;
    }
    const scale = 1 / Math.sqrt(square);
    for (let i = 0; i < dimension; i += 1)
      vectors[at * dimension + i] = (vectors[at * dimension + i] as number) * scale;
  }
  return vectors;
};

/** Words with the frequencies of real texts: the n-th most frequent one in proportion to 1/n. */
export const noteText = (seed: number, words: number): string => {
  const next = random(seed + 1);
  return Array.from({ length: words }, () => `w${Math.floor(20_000 ** next())}x`).join(" ");
};

/** A question without its stop words. */
export const queryText = (seed: number, words: number): string => {
  const next = random(seed + 1_000_003);
  return Array.from({ length: words }, () => `w${Math.floor(50 * 400 ** next())}x`).join(" ");
};
