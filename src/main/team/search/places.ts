/** Where lines begin and end in a text, as PostgreSQL counts: characters from 1, not UTF-16 units. */
export const placesOf = (
  text: string,
  chunks: readonly { readonly lineFrom: number; readonly lineTo: number }[],
): (readonly [starts: number, chars: number])[] => {
  const starts: number[] = [1];
  for (const line of text.split("\n")) starts.push((starts.at(-1) ?? 1) + lengthOf(line) + 1);
  return chunks.map(({ lineFrom, lineTo }) => {
    const from = starts[lineFrom - 1] ?? 1;
    const to = starts[lineTo] ?? from + MAX_PASSAGE_CHARS;
    return [from, Math.max(1, Math.min(to - from - 1, MAX_PASSAGE_CHARS))] as const;
  });
};

/** Of one hit: what is larger is cut out of its text. */
export const MAX_PASSAGE_CHARS = 2_000;

const lengthOf = (line: string): number => {
  let length = 0;
  for (const _ of line) length += 1;
  return length;
};
