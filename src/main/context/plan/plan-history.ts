import { basename } from "node:path/posix";
import { earlierCandidate, splitEarlier } from "./earlier-messages.ts";
import { applyHistoryRule, historyUnits, messageChars } from "./history-rules.ts";
import type { ProfileData } from "#shared/model/profile.ts";
import { sha256 } from "../text-hash.ts";
import type { Candidate, Gathered, HistoryMessage, Meter } from "../types.ts";

/**
 * This session's messages as candidates, after the profile's own rule; one candidate is one message. With
 * `mustBegin`, no other message of the user comes before the history.
 */
export const planHistory = (
  gathered: Gathered,
  rule: ProfileData["history"],
  mustBegin: boolean,
  meter: Meter,
): readonly Candidate[] => {
  const allowed = withinRule(gathered, rule, meter);
  return mustBegin ? beginWithUser(allowed, gathered.history).candidates : allowed;
};

const withinRule = (gathered: Gathered, rule: ProfileData["history"], meter: Meter): readonly Candidate[] => {
  const { history } = gathered;
  const newest = newestUser(history);
  const verdicts = applyHistoryRule(history, {
    ...(rule.maxMessages === null ? {} : { lastMessages: rule.maxMessages }),
    ...(rule.maxChars === null ? {} : { maxChars: rule.maxChars }),
  });
  const needed = neededRules(history, newest);
  const candidates = history.map((message, index) => {
    const whole = wholeMessage(message, index === newest, meter);
    const verdict = verdicts[index] ?? null;
    if (verdict === null) return whole;
    const detail = { ...whole.detail, fix: needed(verdict, index) };
    return asDropped(whole, verdict === "max-chars" ? "char-limit" : "total-limit", detail);
  });
  if (rule.maxTokens === null) return candidates;
  const over = excess(candidates, rule.maxTokens);
  return withTokenFix(dropOldest(candidates, history, over, "total-limit").candidates, candidates, history);
};

/** Messages that the session's summary replaces. They count as dropped when the summary was dropped. */
export const planSummarised = (
  { history, summarised }: Gathered,
  candidates: readonly Candidate[],
  meter: Meter,
): readonly Candidate[] => {
  const summary = candidates[history.findIndex((message) => message.summary)];
  if (!summary) return [];
  const isRead = summary.status === "included";
  const split = splitEarlier(summarised);
  const wholes = [
    ...(split.older.length > 0 ? [earlierCandidate(split, meter)] : []),
    ...split.listed.map((message) => wholeMessage(message, false, meter)),
  ];
  return wholes.map((whole) => {
    if (!isRead) return asDropped(whole, summary.reason ?? "window", whole.detail);
    return {
      ...whole,
      text: "",
      tokens: 0,
      keptTokens: 0,
      status: "summarised",
      detail: { ...whole.detail, replacedBy: summary.id },
    };
  });
};

/**
 * Drops the oldest messages until `over` tokens are freed (each message has `perMessage` tokens of overhead). A tool
 * call is dropped with its results; pinned messages are dropped only when no others are left.
 */
export const dropOldest = (
  candidates: readonly Candidate[],
  history: readonly HistoryMessage[],
  over: number,
  reason: "window" | "total-limit",
  perMessage = 0,
): { readonly candidates: readonly Candidate[]; readonly freed: number; readonly dropped: number } => {
  const next = [...candidates];
  let freed = 0;
  let dropped = 0;
  for (const unit of dropOrder(history)) {
    if (freed >= over) break;
    if (unit.some((index) => next[index]?.hold === "fixed")) continue;
    for (const index of unit) {
      const candidate = next[index];
      if (!candidate || candidate.status !== "included") continue;
      freed += candidate.tokens + perMessage;
      dropped += 1;
      next[index] = asDropped(candidate, reason, candidate.detail);
    }
  }
  return { candidates: next, freed, dropped };
};

/**
 * When history begins with an answer after messages were dropped, the answer is dropped, too, with its calls and
 * results, for the same reason: many models expect the user to speak first. A pinned answer stays: it begins the
 * history only when no message came before it.
 */
export const beginWithUser = (
  candidates: readonly Candidate[],
  history: readonly HistoryMessage[],
): { readonly candidates: readonly Candidate[]; readonly dropped: number } => {
  let next: Candidate[] | null = null;
  let dropped = 0;
  let last: Candidate | null = null;
  for (const unit of historyUnits(history)) {
    const included = unit.filter((index) => candidates[index]?.status === "included");
    const [first = -1] = included;
    if (first < 0) {
      last = candidates[unit[0] ?? -1] ?? null;
      continue;
    }
    const stays = history[first]?.role === "user" || unit.some((index) => history[index]?.pinned);
    if (last === null || stays || unit.some((index) => candidates[index]?.hold === "fixed")) break;
    next ??= [...candidates];
    for (const index of included) {
      const candidate = candidates[index];
      const fix = last.detail?.fix;
      const detail = fix ? { ...candidate?.detail, fix } : candidate?.detail;
      if (candidate) next[index] = asDropped(candidate, last.reason ?? "window", detail);
      dropped++;
    }
  }
  return { candidates: next ?? candidates, dropped };
};

/**
 * Units of history in the order in which they are dropped: the oldest first, the summary after all other
 * messages because it replaces many, and pinned messages last. A pinned answer stays with the message before it,
 * so that the history begins with the user.
 */
export const dropOrder = (history: readonly HistoryMessage[]): readonly (readonly number[])[] => {
  const rank = (unit: readonly number[]): number => {
    if (unit.some((index) => history[index]?.pinned)) return 2;
    return unit.some((index) => history[index]?.summary) ? 1 : 0;
  };
  const units = withQuestions(historyUnits(history), history);
  return [0, 1, 2].flatMap((each) => units.filter((unit) => rank(unit) === each));
};

const withQuestions = (
  units: readonly (readonly number[])[],
  history: readonly HistoryMessage[],
): readonly (readonly number[])[] => {
  if (!history.some(({ pinned }) => pinned)) return units;
  const joined: (readonly number[])[] = [];
  for (const unit of units) {
    const isAnswer = history[unit[0] ?? -1]?.role !== "user";
    const isPinned = unit.some((index) => history[index]?.pinned);
    const before = isAnswer && isPinned ? joined.pop() : undefined;
    joined.push(before ? [...before, ...unit] : unit);
  }
  return joined;
};

export const newestUser = (history: readonly HistoryMessage[]): number =>
  history.findLastIndex((message) => message.role === "user");

const excess = (candidates: readonly Candidate[], maxTokens: number) =>
  candidates.reduce((sum, { layer, tokens }) => sum + (layer === "history" ? tokens : 0), 0) - maxTokens;

/** What a rule would have to allow for a message to stay: its unit and all units that are dropped after it. */
const neededRules = (history: readonly HistoryMessage[], newest: number) => {
  const sizes = (size: (index: number) => number) => {
    const needed = new Map<number, number>();
    const units = historyUnits(history);
    const unitSize = (unit: readonly number[]) => unit.reduce((sum, index) => sum + size(index), 0);
    const kept = units.find((unit) => unit.includes(newest)) ?? [];
    let sum = unitSize(kept);
    for (const unit of units.toReversed()) {
      if (unit === kept) continue;
      sum += unitSize(unit);
      for (const index of unit) needed.set(index, sum);
    }
    return needed;
  };
  let messages: ReadonlyMap<number, number> | null = null;
  let chars: ReadonlyMap<number, number> | null = null;
  return (verdict: "last-messages" | "max-chars", index: number) => {
    if (verdict === "last-messages") {
      messages ??= sizes(() => 1);
      return { raise: "history.maxMessages", to: messages.get(index) ?? 0 };
    }
    chars ??= sizes((each) => messageChars(history[each]));
    return { raise: "history.maxChars", to: chars.get(index) ?? 0 };
  };
};

const withTokenFix = (
  dropped: readonly Candidate[],
  before: readonly Candidate[],
  history: readonly HistoryMessage[],
): readonly Candidate[] => {
  const next = [...dropped];
  const tokens = (unit: readonly number[]) =>
    unit.reduce((sum, index) => sum + (before[index]?.layer === "history" ? before[index].tokens : 0), 0);
  const isFixed = (unit: readonly number[]) => unit.some((index) => before[index]?.hold === "fixed");
  const order = dropOrder(history);
  let needed = order.filter(isFixed).reduce((sum, unit) => sum + tokens(unit), 0);
  for (const unit of order.toReversed()) {
    if (isFixed(unit)) continue;
    needed += tokens(unit);
    for (const index of unit) {
      const candidate = next[index];
      if (!candidate || candidate === before[index]) continue;
      const fix = { raise: "history.maxTokens", to: needed };
      next[index] = { ...candidate, detail: { ...candidate.detail, fix } };
    }
  }
  return next;
};

const asDropped = (
  candidate: Candidate,
  reason: NonNullable<Candidate["reason"]>,
  detail: Candidate["detail"],
): Candidate => ({
  ...candidate,
  text: "",
  tokens: 0,
  keptTokens: 0,
  status: "dropped",
  reason,
  ...(detail ? { detail } : {}),
});

/** Cached per message object, because previews count the same messages again and a history may be long. */
const wholeMessage = (message: HistoryMessage, isNewest: boolean, meter: Meter): Candidate => {
  const known = wholes.get(message);
  const calls = known ? known.calls : callsText(message);
  const words = meter.tokens(message.content) + (calls === "" ? 0 : meter.tokens(calls));
  const pictures = message.pictureSizes ?? [];
  const tokens = words + sumOf(pictures.filter(({ held }) => held === undefined));
  const whole = wholeOf(message, words);
  if (known?.candidate.tokens === tokens && known.isNewest === isNewest) return known.candidate;
  const layer = isNewest ? "message" : "history";
  const candidate: Candidate = {
    id: `${layer}:${message.id}`,
    layer,
    source: `message:${message.id}`,
    role: message.role,
    origin: message.origin,
    hold: isNewest ? "fixed" : "message",
    place: "history",
    text: message.content,
    tokens,
    raw: { tokens: whole.tokens + sumOf(pictures), chars: whole.chars },
    keptTokens: tokens,
    status: "included",
    reason: null,
    sha256: known ? known.candidate.sha256 : sha256(message.content + calls + shownOf(message)),
    ...detailOf(message),
  };
  wholes.set(message, { candidate, calls, isNewest });
  return candidate;
};

/** What stands in the segment's detail, if anything does. */
const detailOf = ({ pinned, summary, cut, pictureSizes }: HistoryMessage): Pick<Candidate, "detail"> => {
  const detail: Candidate["detail"] = {
    ...(pinned && { pinned: true }),
    ...(summary && { summary: true }),
    // Nothing but the server knows what a picture takes, or counted the text that stays behind.
    ...((cut || pictureSizes) && { estimated: true }),
    // It is listed by itself, because it is not sent whole.
    ...(cut?.[0] && { title: `Message with ${basename(cut[0].path)}` }),
    ...(pictureSizes?.[0] && { title: `Message with ${basename(pictureSizes[0].name)}` }),
    ...(cut && { cut: [...cut] }),
    ...(pictureSizes && { pictures: pictureSizes }),
  };
  return Object.keys(detail).length === 0 ? {} : { detail };
};

/** A message with its documents whole; its tokens by those of the passages that are sent. */
const wholeOf = ({ content, cut = [] }: HistoryMessage, tokens: number) => {
  const left = cut.reduce((sum, { chars, kept }) => sum + Math.max(0, chars - kept), 0);
  if (left === 0) return { tokens, chars: content.length };
  const chars = content.length + left;
  return { tokens: Math.round((tokens * chars) / Math.max(1, content.length)), chars };
};

const sumOf = (pictures: readonly { readonly tokens: number }[]): number =>
  pictures.reduce((sum, { tokens }) => sum + tokens, 0);

/** A message that is asked with a different picture is a different one. */
const shownOf = ({ pictures }: HistoryMessage): string =>
  (pictures ?? []).map(({ sha256: hash }) => hash).join("");

const callsText = (message: HistoryMessage) =>
  (message.toolCalls ?? []).map((call) => `${call.name}${JSON.stringify(call.args) ?? ""}`).join("");

const wholes = new WeakMap<
  HistoryMessage,
  { readonly candidate: Candidate; readonly calls: string; readonly isNewest: boolean }
>();
