/** The one place in which two texts differ: `before` from `from` to `to` becomes `insert`. */
export const differenceOf = (
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } => {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let same = 0;
  while (
    same < shorter - from &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  ) {
    same += 1;
  }
  // Never between the two halves of a character, nor of a line ending.
  if (isTorn(before, from) || isTorn(after, from)) from -= 1;
  if (same > 0 && (isTorn(before, before.length - same) || isTorn(after, after.length - same))) same -= 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
};

const isTorn = (text: string, at: number): boolean => {
  const [first, second] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return (first >= 0xd800 && first <= 0xdbff) || (first === 13 && second === 10);
};
