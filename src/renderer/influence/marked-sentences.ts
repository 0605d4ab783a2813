type Range = { readonly from: number; readonly to: number };

/** Letters and digits of a text, and where each stands: what is marked on the screen has no Markdown in it. */
const bare = (text: string) => {
  let letters = "";
  const places: number[] = [];
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = letter.toLowerCase();
    letters += lower;
    for (let unit = 0; unit < lower.length; unit++) places.push(index);
  }
  return { letters, places };
};

/** Numbers of the sentences that words marked on the screen are in; none when the answer does not have them. */
export const markedSentences = (
  answer: string,
  sentences: readonly Range[],
  marked: string,
): readonly number[] => {
  const wanted = bare(marked).letters;
  if (wanted === "") return [];
  const { letters, places } = bare(answer);
  const at = letters.indexOf(wanted);
  if (at < 0) return [];
  const first = places[at] ?? 0;
  const last = places[at + wanted.length - 1] ?? first;
  return sentences.flatMap(({ from, to }, index) => (from <= last && to > first ? [index] : []));
};
