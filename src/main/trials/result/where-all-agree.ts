import { shareInterval } from "#shared/model/proportion.ts";
import type { PairedInterval } from "#shared/model/trial-result.ts";

/**
 * When every question has the same difference, drawing from them gives an interval without any width: of seven
 * questions that both variants pass, "0 to 0". But with questions like these, others may come out differently. At most
 * the share `unseen` of them does (exact, 95 %), and each by no more than the ends of the scale, -1 and 1.
 */
export const whereAllAgree = (interval: PairedInterval, differences: readonly number[]): PairedInterval => {
  const [first] = differences;
  if (first === undefined || interval.low === null || interval.high === null) return interval;
  if (differences.some((each) => each !== first)) return interval;
  const { high: unseen } = shareInterval(0, differences.length);
  return { ...interval, low: first - unseen * (first + 1), high: first + unseen * (1 - first) };
};
