/** A line that was sent, and where it was: `near` from 1. */
export type WantedLine = { readonly text: string; readonly near: number };

/** Shorter lines of a file are in too many others. */
const MIN_PART_CHARS = 8;

/**
 * The number of each line in a file as it is now, the nearest of several; null when it is not there. What is sent of
 * a memory is its line of the file with something around it.
 */
export const locate = (file: string, wanted: readonly WantedLine[]): readonly (number | null)[] => {
  const lines = file.split("\n").map((line) => line.trim());
  return wanted.map(({ text, near }) => {
    const line = text.trim();
    if (line === "") return null;
    return (
      nearest(lines, near, (each) => each === line) ??
      nearest(lines, near, (each) => {
        const bare = each.replace(/^[-*+>\s]+/, "");
        return bare.length >= MIN_PART_CHARS && line.includes(bare);
      })
    );
  });
};

const nearest = (lines: readonly string[], near: number, fits: (line: string) => boolean): number | null => {
  let best: number | null = null;
  for (const [index, line] of lines.entries()) {
    const isNearer = best === null || Math.abs(index + 1 - near) < Math.abs(best - near);
    if (isNearer && fits(line)) best = index + 1;
  }
  return best;
};
