import type { Message, Segment } from "#shared/model/manifest.ts";

/** A segment and its text as it was sent. */
export type SentSegment = { readonly segment: Segment; readonly text: string };

/** Every segment that has a place in the messages, in the order of the prompt. No character is in two of them. */
export const sentSegments = (
  messages: readonly Message[],
  segments: readonly Segment[],
): readonly SentSegment[] => {
  const placed = segments.flatMap((segment) => {
    const { message, range } = segment;
    return message === null || range === null ? [] : [{ segment, message, from: range[0], to: range[1] }];
  });
  return placed
    .toSorted((a, b) => a.message - b.message || a.from - b.from || b.to - a.to)
    .map(({ segment, message, from, to }) => {
      const content = messages[message]?.content ?? "";
      let text = content.slice(from, to);
      // Memory that a prompt prints lies within the prompt's own range.
      for (const inner of placed)
        if (inner.message === message && inner.segment !== segment && inner.from >= from && inner.to <= to)
          text =
            text.slice(0, inner.from - from) +
            "\n".repeat(inner.to - inner.from) +
            text.slice(inner.to - from);
      return { segment, text };
    });
};
