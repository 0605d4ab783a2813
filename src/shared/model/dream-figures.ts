/**
 * A promoted line carries the figures of the dream that promoted it: `- Rye sells out. _(score=0.81, hits=6,
 * days=1)_`. They are for the person who reads MEMORY.md; a model has no use for them, so they are not sent.
 */
const FIGURES = / ?_\(score=\d+(?:\.\d+)?, hits=\d+, days=\d+\)_/g;

export const withoutFigures = (text: string): string => text.replaceAll(FIGURES, "");

/** Where the character at `offset` of the text without figures stands in the text with them. */
export const offsetWithFigures = (text: string, offset: number): number => {
  let shift = 0;
  for (const { index, 0: figures } of text.matchAll(FIGURES)) {
    if (index - shift >= offset) break;
    shift += figures.length;
  }
  return offset + shift;
};
