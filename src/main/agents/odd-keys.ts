import { type Document, isCollection, isPair, visit } from "yaml";

/** The library parses by recursion, so text that nests without end overflows the stack. */
export const unlessTooDeep = <T>(work: () => T, otherwise: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return otherwise();
    throw error;
  }
};

/**
 * Whether a key is itself a list or a map (`? [a, b]`). Nobody writes agents like that, and what the library does to
 * turn such keys into texts takes twice as long for each level: fifty bytes would keep it busy for years.
 */
export const oddKeyAt = (doc: Document): number | null => {
  let at: number | null = null;
  visit(doc, (_, node) => {
    if (!isPair(node) || !isCollection(node.key)) return undefined;
    at = node.key.range?.[0] ?? 0;
    return visit.BREAK;
  });
  return at;
};
