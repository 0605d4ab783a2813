import { loadavg } from "node:os";

export const load = (): string => (loadavg()[0] ?? 0).toFixed(0);

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

/** Milliseconds of each run. */
export const timed = async (runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await work(run);
    times.push(performance.now() - started);
  }
  return times;
};

export const spread = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(1)} / ${quantile(times, 0.95).toFixed(1)}`;
