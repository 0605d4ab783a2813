/**
 * A Markdown heading: its level and its words, without the marks that may close it. Null for other lines. Step by
 * step, because one expression for all of it takes cubic time on a line of blanks.
 */
export const headingLine = (line: string): { readonly level: number; readonly title: string } | null => {
  const marks = /^(#{1,6})\s/.exec(line)?.[1];
  if (marks === undefined) return null;
  const words = line.slice(marks.length).trim();
  let end = words.length;
  while (words[end - 1] === "#") end -= 1;
  return { level: marks.length, title: words.slice(0, end).trimEnd() };
};
