import { lowestOrigin } from "#shared/model/origin.ts";
import { sha256 } from "../text-hash.ts";
import type { Candidate, HistoryMessage, Meter } from "../types.ts";

/** Messages behind a summary that are listed one by one. */
const MAX_LISTED = 200;

type Split = {
  readonly listed: readonly HistoryMessage[];
  readonly older: readonly HistoryMessage[];
  readonly texts: readonly string[];
  readonly chars: number;
  readonly sha256: string;
};

/**
 * Divides what a summary stands for into the newest messages, which are listed one by one, and all before them,
 * which are one line with their number and their tokens. A prompt of a long conversation would else have more
 * lines about what it does not send than about what it sends.
 */
export const splitEarlier = (messages: readonly HistoryMessage[]): Split => {
  const known = splits.get(messages);
  if (known) return known;
  const at = Math.max(0, messages.length - MAX_LISTED);
  const older = messages.slice(0, at);
  const texts = older.map(({ content }) => content);
  const split = {
    listed: messages.slice(at),
    older,
    texts,
    chars: texts.reduce((sum, text) => sum + text.length, 0),
    sha256: sha256(older.map(({ id }) => id).join("\n")),
  };
  splits.set(messages, split);
  return split;
};

/** One candidate for all of them; the first stands for the rest. */
export const earlierCandidate = ({ older, texts, chars, sha256: hash }: Split, meter: Meter): Candidate => {
  const tokens = meter.total?.(texts) ?? texts.reduce((sum, text) => sum + meter.tokens(text), 0);
  return {
    id: "history:earlier",
    layer: "history",
    source: "messages",
    role: "user",
    origin: lowestOrigin(...new Set(older.map(({ origin }) => origin))),
    hold: "message",
    place: "history",
    text: "",
    tokens,
    raw: { tokens, chars },
    keptTokens: tokens,
    status: "included",
    reason: null,
    sha256: hash,
    detail: { title: `${older.length} earlier messages`, count: older.length },
  };
};

/** Kept per list, because a preview meets the same one again and it may be long. */
const splits = new WeakMap<readonly HistoryMessage[], Split>();
