import type { Segment } from "#shared/model/manifest.ts";
import { numberText, shareText, tokensText } from "#shared/model/number-text.ts";
import type { Fitted } from "../fit/fit.ts";
import { SKILLS_ID } from "../plan/plan-prompt.ts";
import type { Gathered } from "../types.ts";

/** Warnings about this prompt that the user sees on every run. */
export const manifestWarnings = (
  gathered: Gathered,
  fitted: Fitted,
  segments: readonly Segment[],
): string[] => [
  ...new Set([
    ...gathered.warnings,
    ...fitted.plan.warnings,
    ...fitted.window.warnings,
    ...segments
      .filter(({ status }) => status === "truncated")
      .flatMap((each) => cutWarning(each, gathered.exact)),
    ...segments.filter(({ detail }) => detail?.nearLimit === true).flatMap(nearLimitWarning),
    ...leftOutWarnings(segments),
  ]),
];

const cutWarning = (segment: Segment, exact: boolean): string[] => {
  if (segment.layer === "tools") return [];
  const raw = tokensText(segment.raw.tokens, exact);
  const lost = `${shareText(segment.removed)} of its ${raw} tokens are not sent.`;
  const { limit } = segment.detail ?? {};
  if (segment.id === SKILLS_ID && limit !== undefined)
    return [`The list of skills was shortened to the ${numberText(limit)} tokens it may use: ${lost}`];
  const why = segment.reason === "window" ? "to fit the window" : "at its limit";
  return [`${segment.source} was cut ${why}: ${lost}`];
};

const nearLimitWarning = (segment: Segment): string[] => {
  const { limit, limitUsed } = segment.detail ?? {};
  if (segment.status !== "included" || limit === undefined) return [];
  const used = typeof limitUsed === "number" ? limitUsed : segment.raw.tokens;
  return [
    `${segment.source} is at ${shareText(used / limit)} of its limit of ${numberText(limit)} ${segment.detail?.unit === "chars" ? "characters" : "tokens"}.`,
  ];
};

const leftOutWarnings = (segments: readonly Segment[]): string[] => {
  const beyondTotal: string[] = [];
  const beyondWindow: string[] = [];
  for (const { status, reason, source } of segments) {
    if (status !== "excluded") continue;
    if (reason === "total-limit") beyondTotal.push(source);
    if (reason === "window") beyondWindow.push(source);
  }
  return [
    ...say(beyondTotal, "because the files together are over their limit"),
    ...say(beyondWindow, "because they do not fit the window"),
  ];
};

const say = (sources: readonly string[], why: string) => {
  if (sources.length === 0) return [];
  const named = sources.slice(0, 3).join(", ");
  const more = sources.length > 3 ? ` and ${sources.length - 3} more` : "";
  return [`Left out ${why}: ${named}${more}.`];
};
