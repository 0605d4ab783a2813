import type { Finding } from "#shared/contract/context.ts";
import { REUSED_IN_MESSAGES } from "#shared/model/layer.ts";
import type { Segment } from "#shared/model/manifest.ts";
import { tokensText } from "#shared/model/number-text.ts";
import type { Values } from "../../agents/merge-values.ts";
import { dateLast } from "../budget/date-last.ts";
import { type AdviceInput, isFile, nameOf, textOf } from "./advice-input.ts";

/**
 * A provider reuses what it read up to the first changed byte. Text that changes on its own, such as the
 * date, makes it read everything after it again; so does a file that was changed in the middle.
 */
export const findEarlyChanges = (input: AdviceInput): readonly Finding[] => {
  const { segments, prefix, exact } = input.manifest;
  const broken = segments.find(({ id }) => id === prefix.brokenBy && id !== "tools");
  if (broken) return changedSegment(broken, segments, { at: prefix.stableTokens, exact });
  return segments.flatMap((segment) => dateIn(segment, input));
};

const changedSegment = (
  broken: Segment,
  segments: readonly Segment[],
  { at, exact }: { readonly at: number; readonly exact: boolean },
): readonly Finding[] => {
  const saves = steadyTokensAfter(broken, segments);
  if (saves < WORTH_IT || !isFile(broken.source)) return [];
  return [
    {
      kind: "broken-cache",
      text: `${nameOf(broken.source)} changed since the last turn and breaks the cache at token ${tokensText(at, exact)}: what changes often belongs after the rest.`,
      saves,
      exact,
      files: [broken.source],
      at,
      edit: laterPlace(broken, segments),
    },
  ];
};

const dateIn = (segment: Segment, { manifest, messages, date, target }: AdviceInput): readonly Finding[] => {
  if (segment.layer !== "system") return [];
  const text = textOf(segment, messages);
  const offset = text.indexOf(date);
  if (offset < 0) return [];
  const share = offset / text.length;
  const planned = dateLast(target);
  const at = tokensBefore(segment, manifest.segments) + Math.round(segment.sent.tokens * share);
  // A conversation always comes after the prompt, so no place for the date spares it.
  const after = manifest.segments.filter(({ layer }) => layer !== "history");
  const saves = steadyTokensAfter(segment, after) + Math.round(segment.sent.tokens * (1 - share));
  const canMove = !isEmpty(planned.values) || !isEmpty(planned.fields);
  const isLast = text.slice(offset + date.length).length <= LAST_CHARS;
  if (saves < WORTH_IT || (isLast && !canMove)) return [];
  return [
    {
      kind: "date",
      // The place inside the prompt is worked out from its characters.
      text: `The date in the system prompt breaks the cache at token ${tokensText(at, false)}: it belongs at the end.`,
      saves,
      exact: false,
      files: ["agents.yaml"],
      at,
      edit: canMove ? { kind: "date-last" } : null,
    },
  ];
};

/** Behind all other files of the workspace; null where it is there already, or has a fixed place. */
const laterPlace = (broken: Segment, segments: readonly Segment[]): Finding["edit"] => {
  if (broken.layer !== "files") return null;
  const others = segments.filter(({ layer, id }) => layer === "files" && id !== broken.id);
  const last = Math.max(0, ...others.map(({ detail }) => detail?.priority ?? 0));
  if ((broken.detail?.priority ?? 0) > last) return null;
  return { kind: "priority", path: broken.source, priority: last + 1 };
};

const isEmpty = (values: Values): boolean => Object.keys(values).length === 0;

/** Tool definitions are read before the first message. */
const tokensBefore = (segment: Segment, segments: readonly Segment[]): number => {
  const tools = sum(segments.filter(({ layer }) => layer === "tools"));
  return tools + sum(segments.slice(0, segments.indexOf(segment)).filter(({ layer }) => layer !== "tools"));
};

/** The text after it that would otherwise be the same in the next turn; memory and the message always change. */
const steadyTokensAfter = (segment: Segment, segments: readonly Segment[]): number =>
  sum(segments.slice(segments.indexOf(segment) + 1).filter(({ layer }) => REUSED_IN_MESSAGES.has(layer)));

const sum = (segments: readonly Segment[]) => segments.reduce((total, { sent }) => total + sent.tokens, 0);

/** Characters that end a line after the date. */
const LAST_CHARS = 8;

/** Reading fewer tokens again takes no noticeable time. */
const WORTH_IT = 50;
