import { IDLE_CHANGES } from "./idle-changes.ts";
import type { PartNode } from "./part-node.ts";
import { leavesIn } from "./part-tree.ts";

/**
 * Which prompts to weigh the answer after, and in which order. Pure: from what is known so far comes what is needed
 * next, so a measurement that was stopped continues where it was.
 *
 * Layers are left out first, one at a time; only those that moved the answer are looked into, down to sections. In
 * each round the part nearest to the end of the prompt comes first: what is before it is the same in the next prompt,
 * too, and is not read again. After a round, what moved nothing is left out of the following prompts, which makes
 * them short; where that alone changes the answer too much, the whole prompt is used on. The parts that moved the most
 * are weighed once more in the whole prompt.
 */

/** What is left out, as ids of parts; sorted and joined by `keyOf`. */
export type Evaluation = { readonly key: string; readonly without: readonly PartNode[] };

/** The sum of the logarithms for what is left out; undefined: not known yet; null: it could not be weighed. */
export type Known = (key: string) => number | null | undefined;

export type Measured = {
  readonly part: PartNode;
  /** The prompts with and without it, by their keys. */
  readonly withIt: string;
  readonly withoutIt: string;
  /** Of the answer with it, minus without it: the logarithm of how many times less likely it became. */
  readonly drop: number;
  readonly moved: boolean;
  /** `reduced`: weighed in a prompt that had only what moved the answer. */
  readonly basis: "whole" | "reduced";
};

export type Plan = {
  /** To be weighed next, in this order; empty when all is known. */
  readonly next: readonly Evaluation[];
  readonly measured: readonly Measured[];
  readonly failed: readonly PartNode[];
};

export type Depth = "search" | "each";

/** Changes without a meaning, to see what is noise. */
export const CONTROL_KEYS: readonly string[] = Array.from(
  { length: IDLE_CHANGES },
  (_, change) => `control ${change + 1}`,
);
export const WHOLE_KEY = "";
/** How many of the parts that moved the answer are weighed again in the whole prompt. */
const MAX_CONFIRMED = 3;
/** How far a short prompt may be from the whole one, as a share of what is looked for in it. */
const MAX_STRAY = 0.25;

export const keyOf = (parts: readonly PartNode[]): string =>
  parts
    .map(({ id }) => id)
    .toSorted()
    .join("\n");

export const planEvaluations = (
  roots: readonly PartNode[],
  depth: Depth,
  known: Known,
  moves: (drop: number, control: number) => boolean,
): Plan => {
  const whole = known(WHOLE_KEY);
  const start = [evaluation([]), ...CONTROL_KEYS.map((key) => ({ key, without: [] }))].filter(
    ({ key }) => known(key) === undefined,
  );
  if (typeof whole !== "number" || start.length > 0) return { next: start, measured: [], failed: [] };
  const noise = noiseOf(known);
  const round: Round = { known, moved: (drop) => moves(drop, noise) };
  if (depth === "each") return leaveEachOut(leavesIn(roots), [], round);
  return search(roots, round);
};

/**
 * The most that a change without a meaning did. The largest of several: against one alone, a judge that is nothing but
 * noise would say of every tenth part that it moved the answer.
 */
export const noiseOf = (known: Known): number => {
  const whole = known(WHOLE_KEY) ?? 0;
  return Math.max(0, ...CONTROL_KEYS.map((key) => Math.abs((known(key) ?? whole) - whole)));
};

type Round = { readonly known: Known; readonly moved: (drop: number) => boolean };

const search = (roots: readonly PartNode[], round: Round): Plan => {
  const measured: Measured[] = [];
  const failed: PartNode[] = [];
  let frontier = roots;
  let out: readonly PartNode[] = [];
  while (frontier.length > 0) {
    const { next, ...level } = leaveEachOut(frontier, out, round);
    measured.push(...level.measured);
    failed.push(...level.failed);
    if (next.length > 0) return { next, measured, failed };
    const opened = level.measured.filter(({ moved, part }) => moved && part.children.length > 0);
    if (opened.length === 0) break;
    const still = level.measured.filter(({ moved }) => !moved).map(({ part }) => part);
    const shorter = shortened(out, still, opened, round);
    if (shorter.next) return { next: [shorter.next], measured, failed };
    out = shorter.out;
    frontier = opened.flatMap(({ part }) => part.children);
  }
  return confirmed(measured, failed, round);
};

/** Leaves out what moved nothing, unless all of it together moves too much. */
const shortened = (
  out: readonly PartNode[],
  still: readonly PartNode[],
  opened: readonly Measured[],
  { known }: Round,
): { readonly out: readonly PartNode[]; readonly next: Evaluation | null } => {
  if (still.length === 0) return { out, next: null };
  const shorter = evaluation([...out, ...still]);
  const there = known(shorter.key);
  if (there === undefined) return { out, next: shorter };
  const stray = Math.abs((there ?? -Infinity) - (known(keyOf(out)) ?? 0));
  const sought = Math.min(...opened.map(({ drop }) => drop));
  return { out: stray <= MAX_STRAY * sought ? shorter.without : out, next: null };
};

const leaveEachOut = (parts: readonly PartNode[], out: readonly PartNode[], round: Round): Plan => {
  const measured: Measured[] = [];
  const failed: PartNode[] = [];
  const next: Evaluation[] = [];
  const withIt = keyOf(out);
  const before = round.known(withIt) ?? 0;
  for (const part of parts.toSorted(lastFirst)) {
    const without = evaluation([...out, part]);
    const after = round.known(without.key);
    if (after === undefined) next.push(without);
    else if (after === null) failed.push(part);
    else {
      const drop = before - after;
      const basis = out.length === 0 ? "whole" : "reduced";
      measured.push({ part, withIt, withoutIt: without.key, drop, moved: round.moved(drop), basis });
    }
  }
  return { next, measured, failed };
};

/** The strongest of those that were found in a short prompt, again in the whole one. */
const confirmed = (measured: readonly Measured[], failed: readonly PartNode[], round: Round): Plan => {
  const best = measured
    .filter(({ moved, basis, part }) => moved && basis === "reduced" && part.kind !== "group")
    .toSorted((a, b) => b.drop - a.drop)
    .slice(0, MAX_CONFIRMED)
    .map(({ part }) => part);
  const again = leaveEachOut(best, [], round);
  const replaced = new Set(again.measured.map(({ part }) => part.id));
  return {
    next: again.next,
    measured: [...measured.filter(({ part }) => !replaced.has(part.id)), ...again.measured],
    failed,
  };
};

const evaluation = (without: readonly PartNode[]): Evaluation => ({ key: keyOf(without), without });

const lastFirst = (a: PartNode, b: PartNode): number => {
  const [one, two] = [a.cuts[0], b.cuts[0]];
  return (two?.message ?? 0) - (one?.message ?? 0) || (two?.from ?? 0) - (one?.from ?? 0);
};
