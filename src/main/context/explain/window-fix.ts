import type { Fix } from "#shared/model/manifest.ts";
import type { Fitted } from "../fit/fit.ts";
import { MESSAGE_OVERHEAD, REPLY_OVERHEAD } from "../fit/fit-state.ts";
import { dropOrder } from "../plan/plan-history.ts";
import type { Candidate, HistoryMessage } from "../types.ts";
import { windowFor } from "../fit/window.ts";

/**
 * What would bring back what the window took, or would take. Whatever comes before a candidate in the order
 * of overflow handling has to fit too: priority files before other files, files before history, all of it
 * before memory, and everything before tools keep their whole descriptions.
 *
 * A pin puts a file among those that stay, so it is the smaller change wherever the priority files leave
 * room for it: nobody needs another model for one file.
 */
export const windowFixes = (
  fitted: Fitted,
  messages: readonly HistoryMessage[],
): ReadonlyMap<string, Fix> => {
  const fixes = new Map<string, Fix>();
  const { tools, window, wanted } = fitted;
  const isUntouched = ![fitted.plan.candidates, fitted.history, tools].some((list) => list.some(isLost));
  if (isUntouched && !wanted.plan.candidates.some(isHeldBack)) return fixes;

  // Only what the window changed is looked up: a preview follows a slider, and lists are long.
  const fates = isUntouched ? NO_FATES : fatesOf([fitted.plan.candidates, fitted.history, tools]);
  const isGone = ({ id }: Candidate) => !isUntouched && fates.get(id)?.reason === "window";
  const groups = Map.groupBy(wanted.plan.candidates, ({ hold }) => hold);
  const held = (hold: Candidate["hold"]) => groups.get(hold) ?? [];
  const newest = wanted.history.filter((each) => each.hold === "fixed");
  const ask = (each: Candidate, needed: number) => {
    if (isGone(each)) fixes.set(each.id, { window: windowFor(window, needed) });
  };

  const places = new Set<Candidate["place"]>();
  for (const { text, place } of wanted.plan.candidates) if (text !== "") places.add(place);
  let needed = REPLY_OVERHEAD + (places.size + newest.length) * MESSAGE_OVERHEAD + wanted.seams;
  for (const tool of tools) needed += tool.tokens;
  // A prompt that prints memory is counted without it, and may have a token more when there is none to print.
  for (const each of [...held("fixed"), ...newest]) {
    needed += Math.max(each.tokens, fates.get(each.id)?.tokens ?? 0);
  }
  for (const each of held("fixed")) ask(each, needed);
  const fixed = needed;
  for (const each of held("priority")) needed += each.tokens;
  // What is left of files that went: empty tags, a line that says so. Of one that is missing it is there already.
  const frame = wanted.plan.frames ? FRAME : 0;
  const remains = frame * held("file").filter(({ tokens }) => tokens > 0).length;
  for (const each of held("priority")) ask(each, fixed + sharedEvenly(held("priority"), each) + remains);

  const base = needed;
  /** As `needed`, with the files that a limit of the profile keeps out. */
  let withHeldBack = base;
  for (const each of held("file")) {
    needed += each.tokens;
    withHeldBack += isHeldBack(each) ? framed(each) : each.tokens;
    const mayPin = wanted.plan.pins === true && each.layer === "files";
    // Let in by a tag or a higher total, it would be the next to leave for the window.
    if (mayPin && isHeldBack(each) && withHeldBack > window.usable) fixes.set(each.id, { pin: each.source });
    else if (mayPin && isGone(each) && base + each.tokens <= window.usable)
      fixes.set(each.id, { pin: each.source });
    else ask(each, needed + frame);
    if (each.reason === "tag-filter") withHeldBack -= framed(each);
  }
  if (isUntouched) return fixes;
  // An answer comes back with the message before it: what is left begins with a message of the user.
  let answers: Candidate[] = [];
  const firstPinned = messages.findIndex(({ pinned }) => pinned);
  for (const unit of dropOrder(messages).toReversed()) {
    const turns = unit.flatMap((index) => wanted.history[index] ?? []).filter(isTurn);
    for (const each of turns) needed += each.tokens + MESSAGE_OVERHEAD;
    answers.push(...turns);
    const [first = 0] = unit;
    const isBegun = messages[first]?.role === "user" || (firstPinned >= 0 && firstPinned <= first);
    if (!isBegun) continue;
    for (const each of answers) ask(each, needed);
    answers = [];
  }
  for (const each of answers) ask(each, needed);
  for (const each of held("hit")) ask(each, (needed += each.tokens));
  for (const each of tools) needed += each.raw.tokens - each.tokens;
  for (const each of tools) ask(each, needed);
  return fixes;
};

/** Tokens of the priority files when `whole` just stays whole: those that are larger are cut to its size. */
const sharedEvenly = (files: readonly Candidate[], whole: Candidate): number => {
  let sum = 0;
  for (const each of files) {
    const frame = each.tokens - each.keptTokens + MARKER;
    sum +=
      each.keptTokens <= whole.keptTokens ? each.tokens : Math.min(each.tokens, whole.keptTokens + frame);
  }
  return sum;
};

type Fates = ReadonlyMap<string, Candidate>;

const NO_FATES: Fates = new Map();

const fatesOf = (lists: readonly (readonly Candidate[])[]): Fates => {
  const fates = new Map<string, Candidate>();
  for (const list of lists) for (const each of list) fates.set(each.id, each);
  return fates;
};

const isLost = (each: Candidate) => each.reason === "window";
const isHeldBack = (each: Candidate) => each.reason === "total-limit" || each.reason === "tag-filter";
const isTurn = (each: Candidate) => each.hold === "message" && each.status === "included";

/** Tokens of a tag or a line that stands for what is missing, which a prompt with all of it does without. */
const FRAME = 16;

/** Tokens a marker takes at most. */
const MARKER = 12;

/** What a file that was not printed would take, with room for its header and marker. */
const framed = ({ raw, detail }: Candidate) => Math.min(raw.tokens, detail?.limit ?? raw.tokens) + 40;
