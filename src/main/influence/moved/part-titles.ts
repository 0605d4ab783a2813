import { LISTED_BY_FATE } from "#shared/model/layer.ts";
import type { MovedResult } from "#shared/model/moved-result.ts";
import type { PartNode } from "./part-node.ts";
import { allParts } from "./part-tree.ts";

/**
 * Titles of memories, messages and sections are words of a text, which may have to be forgotten one day. So a result
 * is stored without them, and they are read from the run again, as long as that is stored.
 */
export const withoutTitles = (result: MovedResult): MovedResult => ({
  ...result,
  parts: result.parts.map((part) => (isOwnName(part) ? part : { ...part, title: "" })),
  failed: result.failed.map((part) => ({ ...part, title: "" })),
});

export const withTitles = (result: MovedResult, tree: readonly PartNode[] | null): MovedResult => {
  const known = new Map(allParts(tree ?? []).map(({ id, title }) => [id, title]));
  const titled = <Part extends { readonly id: string; readonly title: string }>(part: Part): Part =>
    part.title === "" ? { ...part, title: known.get(part.id) ?? UNKNOWN } : part;
  return { ...result, parts: result.parts.map(titled), failed: result.failed.map(titled) };
};

const UNKNOWN = "(not stored any more)";

/** A file's or a layer's name. */
const isOwnName = ({ kind, layer }: MovedResult["parts"][number]): boolean =>
  kind === "layer" || (kind === "file" && !LISTED_BY_FATE.has(layer));
