/**
 * A long text in parts of about this many characters, so that only the visible ones have to be drawn. A part
 * ends at a blank line, or at any line where no blank one comes for long, but never in a block of code; a
 * short text is one part.
 */
export const pageParts = (text: string, size = 20_000): readonly string[] => {
  if (text.length <= 2 * size) return [text];
  const parts: string[] = [];
  let from = 0;
  let fence: string | null = null;
  for (const { index, 0: line } of text.matchAll(/^.*$/gm)) {
    const inCode = fence !== null;
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && mark.startsWith(fence ?? "") && line.trim() === mark) fence = null;
    const length = index - from;
    const ends = line.trim() === "" ? length >= size : length >= 3 * size;
    if (!ends || inCode || fence !== null) continue;
    parts.push(text.slice(from, index));
    from = index;
  }
  return [...parts, text.slice(from)].filter((part) => part !== "");
};
