/**
 * Intervals for a share: k of n answers. Clopper and Pearson's, which is exact: it holds the true share at least as
 * often as it says, also for 0 of 40, where an interval from the normal curve would have no width.
 */

/** Shares from 0 to 1. */
export type ShareInterval = { readonly low: number; readonly high: number };

/** Half of what may be missed lies on either side. Nothing was tried: from 0 to 1. */
export const shareInterval = (hits: number, tries: number, level = 0.95): ShareInterval => {
  check(hits, tries, level);
  const outside = (1 - level) / 2;
  return { low: lowest(hits, tries, outside), high: highest(hits, tries, outside) };
};

/** The share is at most this, for "0 of 40: at most 7 %". All that may be missed lies above. */
export const shareAtMost = (hits: number, tries: number, level = 0.95): number => {
  check(hits, tries, level);
  return highest(hits, tries, 1 - level);
};

const check = (hits: number, tries: number, level: number): void => {
  const areCounts = Number.isSafeInteger(hits) && Number.isSafeInteger(tries) && hits >= 0 && hits <= tries;
  if (!areCounts) throw new RangeError(`${hits} of ${tries} is not a share.`);
  if (!(level > 0 && level < 1)) throw new RangeError(`${level} is not a level.`);
};

const lowest = (hits: number, tries: number, outside: number): number =>
  hits === 0 ? 0 : betaQuantile(outside, hits, tries - hits + 1);

const highest = (hits: number, tries: number, outside: number): number =>
  hits === tries ? 1 : betaQuantile(1 - outside, hits + 1, tries - hits);

/** Halving 60 times: more digits than a number has. */
const HALVINGS = 60;

const betaQuantile = (share: number, a: number, b: number): number => {
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
  let low = 0;
  let high = 1;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    if (betaShare(middle, a, b, scale) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** The regularised incomplete beta function; `scale` is the logarithm of 1 / B(a, b). */
const betaShare = (x: number, a: number, b: number, scale: number): number => {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges quickly on this side of the mean only.
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
};

const MAX_TERMS = 10_000;
const CLOSE_ENOUGH = 1e-14;
/** Instead of 0, by which nothing can be divided. */
const TINY = 1e-300;

/** Lentz's way to evaluate the continued fraction. */
const betaFraction = (x: number, a: number, b: number): number => {
  let c = 1;
  let d = 1 / apart(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= MAX_TERMS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / apart(1 + even * d);
    c = apart(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / apart(1 + odd * d);
    c = apart(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < CLOSE_ENOUGH) break;
  }
  return value;
};

const apart = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** Lanczos, for numbers from 1. */
const logGamma = (value: number): number => {
  const x = value - 1;
  const sum = LANCZOS.reduce(
    (total, weight, index) => (index === 0 ? weight : total + weight / (x + index)),
    0,
  );
  const base = x + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (x + 0.5) * Math.log(base) - base + Math.log(sum);
};

const LANCZOS = [
  0.999_999_999_999_809_9, 676.520_368_121_885_1, -1259.139_216_722_402_8, 771.323_428_777_653_1,
  -176.615_029_162_140_6, 12.507_343_278_686_905, -0.138_571_095_265_720_12, 9.984_369_578_019_572e-6,
  1.505_632_735_149_311_6e-7,
];
