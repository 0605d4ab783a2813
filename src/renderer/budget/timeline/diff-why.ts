import type { SegmentReason } from "#shared/model/manifest.ts";
import { t } from "../../ui/messages/index.ts";
import type { DiffRow } from "./group-diff.ts";

const words = t.budget.timeline.why;

/** Why a row of two turns differs, in a few words. */
export const diffWhy = (row: DiffRow): string => {
  if (row.change === "same") return "";
  switch (row.layer) {
    case "message":
      return words.message;
    case "memory":
      return words.memory(row.counts.before, row.counts.after);
    case "history":
      return historyWhy(row);
    case "tools":
      return toolsWhy(row);
    case "overhead":
      return words.overhead;
    default:
      return fileWhy(row);
  }
};

const historyWhy = ({ counts }: DiffRow): string => {
  const { before, after, summarised, dropped } = counts;
  const said = after + summarised + dropped - before;
  return [
    ...(said > 0 ? [words.said(said)] : []),
    ...(summarised > 0 ? [words.summarised(summarised)] : []),
    ...(dropped > 0 ? [words.dropped(dropped)] : []),
    ...(said <= 0 && summarised + dropped === 0 ? [words.otherHistory] : []),
  ].join(", ");
};

const toolsWhy = ({ counts: { before, after }, after: now }: DiffRow): string => {
  if (after !== before) return words.tools(after - before);
  return now?.status === "trimmed" || now?.status === "truncated" ? words.shortTools : words.otherTools;
};

const fileWhy = ({ change, before, after, isOtherText }: DiffRow): string => {
  if (change === "added" || !before) return after && after.tokens === 0 ? out(after.reason) : words.added;
  if (change === "removed" || !after) return words.removed;
  if (before.status === after.status) return isOtherText ? words.text : words.limit;
  if (after.status === "truncated") return words.becameCut(reasonText(after.reason));
  if (after.status !== "included") return out(after.reason);
  if (before.status === "truncated") return isOtherText ? words.shorter : words.moreRoom;
  return words.becameIn(reasonText(before.reason));
};

const out = (reason: SegmentReason | null): string => words.becameOut(reasonText(reason));

/** A short reason without its limit, which is not known here. */
const reasonText = (reason: SegmentReason | null): string => (reason === null ? "" : words.reasons[reason]);
