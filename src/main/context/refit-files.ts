import type { Allowance, Candidate, Plan } from "./types.ts";

type Replan = (changes: Partial<Allowance>) => Plan;

/** Files leave from the end of the order until the rest fits in `room`. */
export const takeFilesOut = (
  plan: () => Plan,
  replan: Replan,
  room: () => number,
  allowance: () => Allowance,
): void => {
  // What is left of a file that went (an empty tag, a closing line) may still be too much.
  for (;;) {
    let over = filesTokens(plan()) - room();
    if (over <= 0) return;
    const out = new Set(allowance().out);
    const before = out.size;
    for (const candidate of plan().candidates.toReversed()) {
      if (over <= 0) break;
      if (candidate.hold !== "file" || !isSent(candidate)) continue;
      out.add(candidate.id);
      over -= candidate.tokens;
    }
    if (out.size === before) return;
    replan({ out });
  }
};

/** The priority files get a common cap, as high as `room` allows; those below it stay whole. */
export const shrinkPriority = (plan: () => Plan, replan: Replan, room: () => number): void => {
  if (filesTokens(plan()) <= room()) return;
  const shortened = plan().candidates.filter((each) => each.hold === "priority" && each.tokens > 0);
  /** Tokens over, shared among the files that are cut. */
  const overEach = () => {
    const cut = plan().candidates.filter((each) => each.hold === "priority" && each.status === "truncated");
    return (filesTokens(plan()) - room()) / Math.max(1, cut.length);
  };
  let cap = commonCap(shortened, room());
  replan({ cap });
  while (overEach() > 0 && cap > 0) {
    cap = Math.max(0, cap - Math.ceil(overEach()));
    replan({ cap });
  }
  // What was allowed for markers may not have been needed.
  const spare = Math.floor(-overEach());
  if (cap > 0 && spare > 0) {
    replan({ cap: cap + spare });
    if (overEach() <= 0) cap += spare;
    else replan({ cap });
  }
  // A file that just stays whole needs no marker, and may fit where a little less of it did not.
  const sizes = shortened.map(({ keptTokens }) => keptTokens).filter((size) => size > cap);
  for (const whole of sizes.sort((a, b) => b - a)) {
    if (atLeast(shortened, whole) > room()) continue;
    replan({ cap: whole });
    if (overEach() <= 0) return;
    replan({ cap });
  }
};

/** Tokens of the files when each may use `cap`, markers not counted. */
const atLeast = (files: readonly Candidate[], cap: number): number =>
  files.reduce((sum, { tokens, keptTokens }) => sum + tokens - keptTokens + Math.min(keptTokens, cap), 0);

/** An empty tag may stay behind of what is not. */
const isSent = ({ status }: Candidate) => status === "included" || status === "truncated";

export const filesTokens = (plan: Plan): number => {
  let sum = 0;
  for (const { hold, tokens } of plan.candidates) if (hold === "file" || hold === "priority") sum += tokens;
  return sum;
};

/** The highest cap with Σ min(kept, cap) ≤ room, headers and markers allowed for. */
const commonCap = (files: readonly Candidate[], room: number): number => {
  const framing = files.reduce((sum, { tokens, keptTokens }) => sum + tokens - keptTokens + MARKER, 0);
  let left = Math.max(0, room - framing);
  const sizes = files.map(({ keptTokens }) => keptTokens).sort((a, b) => a - b);
  for (const [index, size] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return sizes.at(-1) ?? 0;
};

/** Tokens a marker usually takes; only where the search for the cap begins. */
const MARKER = 9;
