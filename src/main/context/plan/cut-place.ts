import { offsetWithFigures } from "#shared/model/dream-figures.ts";
import { bodyOf, sentText } from "./body.ts";
import type { SourceFile } from "../types.ts";

export type CutPlace = { readonly cutAt: number; readonly cutLine: number };

/**
 * The place of a cut in the file as an editor shows it. Front matter and leading blank lines are not sent, but
 * count here.
 */
export const cutPlace = (file: SourceFile, kept: number): CutPlace => {
  const { lead, before, newlines } = layoutOf(file);
  const inText = file.role === "memory" ? offsetWithFigures(file.text ?? "", lead + kept) : lead + kept;
  return { cutAt: file.front.length + inText, cutLine: before + countBelow(newlines, inText) + 1 };
};

/** Offset of the body in the text, and where lines end: cached per file object, because a dragged limit asks again. */
type Layout = { readonly lead: number; readonly before: number; readonly newlines: readonly number[] };

const layoutOf = (file: SourceFile): Layout => {
  const known = layouts.get(file);
  if (known) return known;
  const text = file.text ?? "";
  const found = {
    lead: (sentText(file) ?? "").indexOf(bodyOf(file)),
    before: newlinesOf(file.front).length,
    newlines: newlinesOf(text),
  };
  layouts.set(file, found);
  return found;
};

const layouts = new WeakMap<SourceFile, Layout>();

/** How many of the sorted offsets are before this one. */
const countBelow = (sorted: readonly number[], offset: number): number => {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
};

const newlinesOf = (text: string): readonly number[] => {
  const found: number[] = [];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) found.push(at);
  return found;
};
