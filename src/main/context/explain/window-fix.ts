import type { Fix } from "#shared/model/manifest.ts";
import type { Fitted } from "../fit/fit.ts";
import { SKILLS_SHARE } from "../fit/fit-skills.ts";
import { SKILLS_ID } from "../plan/plan-prompt.ts";
import { dropOrder } from "../plan/plan-history.ts";
import type { Candidate, HistoryMessage } from "../types.ts";
import { windowFor } from "../fit/window.ts";

/**
 * Fixes that bring back what the window took or would take. Whatever overflow handling keeps longer than a
 * candidate has to fit, too: priority files before other files, files before history, all of these before
 * memory, and everything before the whole descriptions of tools.
 *
 * A pin makes a file a priority file. Where these leave room for it, a pin is a smaller change than a model
 * with a larger window.
 */
export const windowFixes = (
  fitted: Fitted,
  messages: readonly HistoryMessage[],
): ReadonlyMap<string, Fix> => {
  const fixes = new Map<string, Fix>();
  const { tools, window, wanted, format } = fitted;
  const isUntouched = ![fitted.plan.candidates, fitted.history, tools].some((list) => list.some(isLost));
  if (isUntouched && !wanted.plan.candidates.some(isHeldBack)) return fixes;

  // Only what the window changed is looked up, because previews follow a slider and lists are long.
  const fates = isUntouched ? NO_FATES : fatesOf([fitted.plan.candidates, fitted.history, tools]);
  const isGone = ({ id }: Candidate) => !isUntouched && fates.get(id)?.reason === "window";
  const held = heldBy(wanted.plan.candidates);
  const newest = wanted.history.filter((each) => each.hold === "fixed");
  const ask = (each: Candidate, needed: number) => {
    if (isGone(each)) fixes.set(each.id, { window: windowFor(window, needed) });
  };

  const places = new Set<Candidate["place"]>();
  for (const { text, place } of wanted.plan.candidates) if (text !== "") places.add(place);
  let needed = format.reply + (places.size + newest.length) * format.message + wanted.seams;
  for (const tool of tools) needed += tool.tokens;
  // A prompt that prints memory is counted without it, and may be one token longer when there is no memory to print.
  for (const each of [...held.fixed, ...newest]) {
    needed += Math.max(each.tokens, fates.get(each.id)?.tokens ?? 0);
  }
  for (const each of held.fixed) ask(each, Math.max(needed, neededForSkills(each)));
  const fixed = needed;
  for (const each of held.priority) needed += each.tokens;
  // A file that was left out leaves an empty tag or a line behind; for a missing file it is counted already.
  const frame = wanted.plan.frames ? FRAME : 0;
  const remains = frame * held.file.filter(({ tokens }) => tokens > 0).length;
  for (const each of held.priority.filter(isGone))
    ask(each, fixed + sharedEvenly(held.priority, each) + remains);

  const base = needed;
  /** Like `needed`, with the files that a limit of the profile leaves out. */
  let withHeldBack = base;
  for (const each of held.file) {
    needed += each.tokens;
    withHeldBack += isHeldBack(each) ? framed(each) : each.tokens;
    const mayPin = wanted.plan.pins === true && each.layer === "files";
    // With a tag or a higher total the file would come in, and be the next that the window leaves out.
    if (mayPin && isHeldBack(each) && withHeldBack > window.usable) fixes.set(each.id, { pin: each.source });
    else if (mayPin && isGone(each) && base + each.tokens <= window.usable)
      fixes.set(each.id, { pin: each.source });
    else ask(each, needed + frame);
    if (each.reason === "tag-filter") withHeldBack -= framed(each);
  }
  if (isUntouched) return fixes;
  // An answer comes back together with the message before it, because history begins with a message of the user.
  let answers: Candidate[] = [];
  const firstPinned = messages.findIndex(({ pinned }) => pinned);
  for (const unit of dropOrder(messages).toReversed()) {
    const turns = unit.flatMap((index) => wanted.history[index] ?? []).filter(isTurn);
    for (const each of turns) needed += each.tokens + format.message;
    answers.push(...turns);
    const [first = 0] = unit;
    const isBegun = messages[first]?.role === "user" || (firstPinned >= 0 && firstPinned <= first);
    if (!isBegun) continue;
    for (const each of answers) ask(each, needed);
    answers = [];
  }
  for (const each of answers) ask(each, needed);
  for (const each of held.hit) ask(each, (needed += each.tokens));
  for (const each of tools) needed += each.raw.tokens - each.tokens;
  for (const each of tools) ask(each, needed);
  return fixes;
};

type Held = Readonly<Record<Candidate["hold"], readonly Candidate[]>>;

const heldBy = (candidates: readonly Candidate[]): Held => {
  const held: Record<keyof Held, Candidate[]> = { fixed: [], priority: [], file: [], hit: [], message: [] };
  for (const each of candidates) held[each.hold].push(each);
  return held;
};

/** What the prompt must be allowed to use so that the share of the skills holds their whole list; else 0. */
const neededForSkills = ({ id, raw }: Candidate): number =>
  id === SKILLS_ID ? Math.ceil(raw.tokens / SKILLS_SHARE) : 0;

/** Tokens of the priority files at the cap at which `whole` just stays whole: larger ones are cut to its size. */
const sharedEvenly = (files: readonly Candidate[], whole: Candidate): number => {
  let sum = 0;
  for (const each of files) {
    const frame = each.tokens - each.keptTokens + MARKER;
    sum +=
      each.keptTokens <= whole.keptTokens ? each.tokens : Math.min(each.tokens, whole.keptTokens + frame);
  }
  return sum;
};

/** What the window took, and what it never takes, by id. */
type Fates = ReadonlyMap<string, Candidate>;

const NO_FATES: Fates = new Map();

const fatesOf = (lists: readonly (readonly Candidate[])[]): Fates => {
  const fates = new Map<string, Candidate>();
  for (const list of lists)
    for (const each of list) if (isLost(each) || each.hold === "fixed") fates.set(each.id, each);
  return fates;
};

const isLost = (each: Candidate) => each.reason === "window";
const isHeldBack = (each: Candidate) => each.reason === "total-limit" || each.reason === "tag-filter";
const isTurn = (each: Candidate) => each.hold === "message" && each.status === "included";

/** Tokens of a tag or a line that replaces missing text. A prompt with all of the text does not need it. */
const FRAME = 16;

/** The most tokens that a marker takes. */
const MARKER = 12;

/** Tokens that a file that was not printed would take, with room for its header and marker. */
const framed = ({ raw, detail }: Candidate) => Math.min(raw.tokens, detail?.limit ?? raw.tokens) + 40;
