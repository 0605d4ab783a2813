/** How well one query was answered, 0 to 1. */
export type Figures = { readonly recall: number; readonly ndcg: number };

/** Of the first ten: the share of the relevant ones among them, and how near to the top they are. */
export const figuresOf = (found: readonly number[], wanted: readonly number[]): Figures => {
  const rel = new Set(wanted);
  const gain = (at: number) => 1 / Math.log2(at + 2);
  const hits = found.slice(0, 10).flatMap((doc, at) => (rel.has(doc) ? [at] : []));
  const ideal = [...rel].slice(0, 10).reduce((sum, _, at) => sum + gain(at), 0);
  return { recall: hits.length / rel.size, ndcg: hits.reduce((sum, at) => sum + gain(at), 0) / ideal };
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The 95 % interval of the mean, by resampling the queries 2,000 times; the same samples every time. */
export const interval = (values: readonly number[]): readonly [number, number] => {
  let state = 42;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const means = Array.from({ length: 2_000 }, () => {
    let sum = 0;
    for (let n = 0; n < values.length; n += 1) sum += values[Math.floor(random() * values.length)] as number;
    return sum / values.length;
  }).sort((a, b) => a - b);
  return [means[50] as number, means[1_949] as number];
};
