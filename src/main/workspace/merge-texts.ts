import { diffArrays } from "diff";

export type Merged = {
  readonly text: string;
  /** Places where both sides changed the same lines; each is between conflict markers in the text. */
  readonly clashes: number;
};

/**
 * Merges line by line, as version control does: changes of one side are taken, the same change on both sides
 * is taken once, the rest is a conflict. Without a base, the common lines are used as the base, so nothing of
 * either side is lost.
 */
export const mergeTexts = (base: string | null, mine: string, theirs: string): Merged => {
  const [a, b] = [linesOf(mine), linesOf(theirs)];
  const from = base === null ? commonLines(a, b) : linesOf(base);
  const [inMine, inTheirs] = [placesIn(from, a), placesIn(from, b)];
  const out: string[] = [];
  let clashes = 0;
  let at: Position = { base: 0, mine: 0, theirs: 0 };
  while (at.base < from.length || at.mine < a.length || at.theirs < b.length) {
    const next = nextCommon(at, inMine, inTheirs, { base: from.length, mine: a.length, theirs: b.length });
    const [old, ours, other] = [
      from.slice(at.base, next.base),
      a.slice(at.mine, next.mine),
      b.slice(at.theirs, next.theirs),
    ];
    if (isSame(ours, old) || isSame(ours, other)) out.push(...other);
    else if (isSame(other, old)) out.push(...ours);
    else {
      clashes += 1;
      out.push(...marked(ours, other));
    }
    const line = from[next.base];
    if (line !== undefined) out.push(line);
    at = { base: next.base + 1, mine: next.mine + 1, theirs: next.theirs + 1 };
  }
  return { text: out.join(""), clashes };
};

type Position = { readonly base: number; readonly mine: number; readonly theirs: number };

/** Time limit for comparing two sides; texts that take longer conflict as a whole. */
const MAX_COMPARE_MS = 1500;

const linesOf = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== "");

/** For each line of the base, its position in the other text; -1 when it is not there. */
const placesIn = (base: string[], other: string[]): readonly number[] => {
  const places = base.map(() => -1);
  let [from, to] = [0, 0];
  for (const { added, removed, value } of diffArrays(base, other, { timeout: MAX_COMPARE_MS }) ?? []) {
    if (!added && !removed) for (const index of value.keys()) places[from + index] = to + index;
    if (!added) from += value.length;
    if (!removed) to += value.length;
  }
  return places;
};

const commonLines = (a: string[], b: string[]): string[] =>
  (diffArrays(a, b, { timeout: MAX_COMPARE_MS }) ?? [])
    .filter(({ added, removed }) => !added && !removed)
    .flatMap(({ value }) => value);

/** The next line of the base that both sides still have; the ends of all three when there is none. */
const nextCommon = (
  at: Position,
  inMine: readonly number[],
  inTheirs: readonly number[],
  ends: Position,
): Position => {
  for (let base = at.base; base < ends.base; base += 1) {
    const [mine = -1, theirs = -1] = [inMine[base], inTheirs[base]];
    if (mine >= 0 && theirs >= 0) return { base, mine, theirs };
  }
  return ends;
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index]);

const marked = (mine: readonly string[], theirs: readonly string[]): readonly string[] => [
  "<<<<<<< mine\n",
  ...ended(mine),
  "=======\n",
  ...ended(theirs),
  ">>>>>>> disk\n",
];

/** A text may end without a line break; a conflict marker must not be on its last line. */
const ended = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line.endsWith("\n") ? line : `${line}\n`));
