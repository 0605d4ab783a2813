import type { Candidate, Plan } from "../types.ts";
import { type FitState, replanned, totalOf } from "./fit-state.ts";

/**
 * Leaves files out from the end of their order until the rest fits. `oldTokens` are those of old history, which is
 * dropped later.
 */
export const takeFilesOut = (given: FitState, oldTokens: number): FitState => {
  let state = given;
  // What a file that was left out leaves behind (an empty tag, a closing line) may still be too much.
  for (;;) {
    let over = filesOver(state, oldTokens);
    if (over <= 0) return state;
    const out = new Set(state.allowance.out);
    const before = out.size;
    for (const candidate of state.plan.candidates.toReversed()) {
      if (over <= 0) break;
      if (candidate.hold !== "file" || !isSent(candidate)) continue;
      out.add(candidate.id);
      over -= candidate.tokens;
    }
    if (out.size === before) return state;
    state = replanned(state, { out });
  }
};

/** Gives the priority files a common cap, as high as the room allows; files below it stay whole. */
export const shrinkPriority = (given: FitState, oldTokens: number): FitState => {
  if (filesOver(given, oldTokens) <= 0) return given;
  const shortened = given.plan.candidates.filter((each) => each.hold === "priority" && each.tokens > 0);
  const capped = (cap: number) => replanned(given, { cap });
  let cap = commonCap(shortened, roomOf(given, oldTokens));
  let state = capped(cap);
  while (overEach(state, oldTokens) > 0 && cap > 0) {
    cap = Math.max(0, cap - Math.ceil(overEach(state, oldTokens)));
    state = capped(cap);
  }
  // The allowance for markers may not have been needed.
  const spare = Math.floor(-overEach(state, oldTokens));
  if (cap > 0 && spare > 0) {
    const wider = capped(cap + spare);
    if (overEach(wider, oldTokens) <= 0) [state, cap] = [wider, cap + spare];
  }
  // A file that just stays whole needs no marker, so it may fit where a slightly shorter text with a marker does not.
  const sizes = shortened.map(({ keptTokens }) => keptTokens).filter((size) => size > cap);
  for (const whole of sizes.sort((a, b) => b - a)) {
    if (atLeast(shortened, whole) > roomOf(state, oldTokens)) continue;
    const wider = capped(whole);
    if (overEach(wider, oldTokens) <= 0) return wider;
  }
  return state;
};

/** Tokens that the window leaves for files when everything but old history stays. */
const roomOf = (state: FitState, oldTokens: number): number =>
  state.window.usable - (totalOf(state) - filesTokens(state.plan) - oldTokens);

const filesOver = (state: FitState, oldTokens: number): number =>
  filesTokens(state.plan) - roomOf(state, oldTokens);

/** Tokens over the limit, divided by the number of files that are cut. */
const overEach = (state: FitState, oldTokens: number): number => {
  const cut = state.plan.candidates.filter((each) => each.hold === "priority" && each.status === "truncated");
  return filesOver(state, oldTokens) / Math.max(1, cut.length);
};

/** Tokens of the files when each may use `cap`, markers not counted. */
const atLeast = (files: readonly Candidate[], cap: number): number =>
  files.reduce((sum, { tokens, keptTokens }) => sum + tokens - keptTokens + Math.min(keptTokens, cap), 0);

/** A file that is not sent may still leave an empty tag behind, so its tokens do not decide. */
const isSent = ({ status }: Candidate) => status === "included" || status === "truncated";

const filesTokens = (plan: Plan): number => {
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

/** Tokens that a marker usually takes. Used only for the start of the search for the cap. */
const MARKER = 9;
