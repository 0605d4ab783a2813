import type { MovedPart } from "#shared/model/moved-result.ts";
import type { PartNode } from "./part-node.ts";

/**
 * Of each file that could be left out, whether it moved the answer. A file of a group that moved nothing moved
 * nothing; one that was not weighed because something failed is not in it.
 */
export const sampledSources = (
  tree: readonly PartNode[],
  parts: readonly MovedPart[],
  failed: readonly { readonly id: string }[],
): ReadonlyMap<string, boolean> => {
  const measured = new Map(parts.map((part) => [part.id, part.moved]));
  const refused = new Set(failed.map(({ id }) => id));
  const samples = new Map<string, boolean>();
  const visit = (node: PartNode, above: boolean | undefined): void => {
    if (refused.has(node.id)) return;
    const moved = measured.get(node.id) ?? (above === false ? false : undefined);
    if (node.kind === "file") {
      const said = moved ?? sectionsSay(node, measured);
      if (said !== undefined) samples.set(node.source, (samples.get(node.source) ?? false) || said);
    } else for (const child of node.children) visit(child, moved);
  };
  for (const node of tree) visit(node, undefined);
  return samples;
};

/** Where only sections were weighed: one that moved the answer is enough, and none only when all were. */
const sectionsSay = (node: PartNode, measured: ReadonlyMap<string, boolean>): boolean | undefined => {
  if (node.children.length === 0) return measured.get(node.id);
  const said = node.children.map((child) => measured.get(child.id) ?? sectionsSay(child, measured));
  if (said.includes(true)) return true;
  return said.every((each) => each === false) ? false : undefined;
};
