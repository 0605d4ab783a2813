import { diffLines } from "diff";

export type ChangedLine = { readonly kind: "added" | "removed" | "same"; readonly text: string };

/** What a write would change, line by line, with this many unchanged lines around each change. */
export const changedLines = (before: string, after: string, around = 2): readonly ChangedLine[] => {
  const all = diffLines(before, after).flatMap(({ added, removed, value }) =>
    linesOf(value).map((text): ChangedLine => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text,
    })),
  );
  const near = (index: number) =>
    all.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same");
  return all.filter((_, index) => near(index));
};

const linesOf = (text: string): string[] => {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};
