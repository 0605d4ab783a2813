import type { Finding } from "#shared/contract/context.ts";
import { layersWhere } from "#shared/model/layer.ts";
import type { Segment } from "#shared/model/manifest.ts";
import { numberText } from "#shared/model/number-text.ts";
import { type AdviceInput, isFile, nameOf, textOf } from "./advice-input.ts";

/**
 * A provider reuses what it read up to the first changed byte. Text that changes on its own, such as the
 * date, makes it read everything after it again; so does a file that was changed in the middle.
 */
export const findEarlyChanges = (input: AdviceInput): readonly Finding[] => {
  const { segments, prefix } = input.manifest;
  const broken = segments.find(({ id }) => id === prefix.brokenBy && id !== "tools");
  if (broken) return changedSegment(broken, segments, prefix.stableTokens);
  return segments.flatMap((segment) => dateIn(segment, input));
};

const changedSegment = (
  broken: Segment,
  segments: readonly Segment[],
  stableTokens: number,
): readonly Finding[] => {
  const saves = steadyTokensAfter(broken, segments);
  if (saves < WORTH_IT || !isFile(broken.source)) return [];
  return [
    {
      kind: "broken-cache",
      text: `${nameOf(broken.source)} changed since the last turn and breaks the cache at token ${numberText(stableTokens)}: give what changes often a later place.`,
      saves,
      files: [broken.source],
      at: stableTokens,
    },
  ];
};

const dateIn = (segment: Segment, { manifest, messages, date }: AdviceInput): readonly Finding[] => {
  if (segment.layer !== "system") return [];
  const text = textOf(segment, messages);
  const offset = text.indexOf(date);
  if (offset < 0) return [];
  const share = offset / text.length;
  const at = tokensBefore(segment, manifest.segments) + Math.round(segment.sent.tokens * share);
  const saves = steadyTokensAfter(segment, manifest.segments) + Math.round(segment.sent.tokens * (1 - share));
  if (saves < WORTH_IT) return [];
  return [
    {
      kind: "date",
      text: `The date in the system prompt breaks the cache at token ${numberText(at)}: move it to the end.`,
      saves,
      files: ["agents.yaml"],
      at,
    },
  ];
};

/** Tool definitions are read before the first message. */
const tokensBefore = (segment: Segment, segments: readonly Segment[]): number => {
  const tools = sum(segments.filter(({ layer }) => layer === "tools"));
  return tools + sum(segments.slice(0, segments.indexOf(segment)).filter(({ layer }) => layer !== "tools"));
};

/** The text after it that would otherwise be the same in the next turn; memory and the message always change. */
const steadyTokensAfter = (segment: Segment, segments: readonly Segment[]): number =>
  sum(segments.slice(segments.indexOf(segment) + 1).filter(({ layer }) => STEADY.has(layer)));

const sum = (segments: readonly Segment[]) => segments.reduce((total, { sent }) => total + sent.tokens, 0);

/** Tools are read before the first message, so nothing in a message can break the cache before them. */
const STEADY = layersWhere(({ id, text }) => text !== "volatile" && id !== "tools");

/** Reading fewer tokens again takes no noticeable time. */
const WORTH_IT = 50;
