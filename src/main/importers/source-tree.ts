import type { ImportWarningCode } from "#shared/model/import-source.ts";
import type { SourceNode, SourceSession } from "./source-session.ts";

export type SessionWarning = { readonly code: ImportWarningCode; readonly count: number };

/** The messages of a conversation as a tree in which every parent exists and nothing goes in circles. */
export type SourceTree = {
  readonly roots: readonly SourceNode[];
  readonly childrenOf: (id: string) => readonly SourceNode[];
  readonly parentOf: (id: string) => string | null;
  /** Ids from the root to the message up to which the conversation is shown. */
  readonly activePath: readonly string[];
  readonly warnings: readonly SessionWarning[];
};

export const asTree = (session: SourceSession): SourceTree => {
  const warnings: SessionWarning[] = [];
  const warn = (code: SessionWarning["code"], count = 1) => warnings.push({ code, count });
  const nodes = new Map<string, SourceNode>();
  for (const node of session.nodes) {
    if (nodes.has(node.id)) warn("duplicate-id");
    else nodes.set(node.id, node);
  }
  const parents = parentsOf(session, nodes, warn);
  cutCycles(nodes, parents, warn);
  const children = childrenBy(nodes, parents);
  const parentOf = (id: string) => parents.get(id) ?? null;
  const childrenOf = (id: string) => children.get(id) ?? [];
  return {
    roots: children.get(null) ?? [],
    childrenOf,
    parentOf,
    activePath: pathTo(activeLeaf(session, nodes, childrenOf, warn), parentOf),
    warnings,
  };
};

type Warn = (code: SessionWarning["code"], count?: number) => void;

/**
 * The parent of each message. One that is unknown is looked for in the lists of children, then it is the message
 * before it in an ordered source.
 */
const parentsOf = (
  { nodes: inOrder, isOrdered }: SourceSession,
  nodes: ReadonlyMap<string, SourceNode>,
  warn: Warn,
): Map<string, string | null> => {
  const listed = new Map<string, string>();
  for (const { id, children = [] } of nodes.values()) {
    for (const child of children) if (child !== id && !listed.has(child)) listed.set(child, id);
  }
  const parents = new Map<string, string | null>();
  let before: string | null = null;
  for (const { id, parentId } of inOrder) {
    if (parents.has(id)) continue;
    if (parentId === null || nodes.has(parentId)) parents.set(id, parentId);
    else {
      warn("orphan-parent");
      parents.set(id, listed.get(id) ?? (isOrdered ? before : null));
    }
    before = id;
  }
  return parents;
};

/** A circle is cut at its oldest message, which becomes a beginning. */
const cutCycles = (
  nodes: ReadonlyMap<string, SourceNode>,
  parents: Map<string, string | null>,
  warn: Warn,
): void => {
  const sound = new Set<string>();
  for (const start of nodes.keys()) {
    const path: string[] = [];
    const on = new Set<string>();
    let at: string | null = start;
    while (at !== null && !sound.has(at) && !on.has(at)) {
      path.push(at);
      on.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && on.has(at)) {
      warn("cycle");
      const circle = path.slice(path.indexOf(at));
      const oldest = circle.reduce((a, b) => (timeOf(nodes, b) < timeOf(nodes, a) ? b : a));
      parents.set(oldest, null);
    }
    for (const id of path) sound.add(id);
  }
};

const timeOf = (nodes: ReadonlyMap<string, SourceNode>, id: string): string => nodes.get(id)?.time ?? "9999";

/** In the order of the source's own lists where it has them, else of the file. */
const childrenBy = (
  nodes: ReadonlyMap<string, SourceNode>,
  parents: ReadonlyMap<string, string | null>,
): Map<string | null, SourceNode[]> => {
  const children = new Map<string | null, SourceNode[]>();
  for (const node of nodes.values()) {
    const parent = parents.get(node.id) ?? null;
    const siblings = children.get(parent);
    if (siblings) siblings.push(node);
    else children.set(parent, [node]);
  }
  for (const [parent, siblings] of children) {
    const order = parent === null ? undefined : nodes.get(parent)?.children;
    if (!order || siblings.length < 2) continue;
    const place = new Map(order.map((id, index) => [id, index]));
    const placeOf = ({ id }: SourceNode) => place.get(id) ?? order.length;
    siblings.sort((a, b) => placeOf(a) - placeOf(b));
  }
  return children;
};

const activeLeaf = (
  session: SourceSession,
  nodes: ReadonlyMap<string, SourceNode>,
  childrenOf: SourceTree["childrenOf"],
  warn: Warn,
): string | null => {
  if (session.activeLeaf !== null) {
    if (nodes.has(session.activeLeaf)) return session.activeLeaf;
    warn("bad-active-leaf");
  }
  const leaves = [...nodes.values()].filter(({ id }) => childrenOf(id).length === 0);
  // The last one in the file among those of the same time.
  const newest = leaves.reduce<SourceNode | null>(
    (best, leaf) => (best === null || (leaf.time ?? "") >= (best.time ?? "") ? leaf : best),
    null,
  );
  return newest?.id ?? null;
};

const pathTo = (leaf: string | null, parentOf: SourceTree["parentOf"]): readonly string[] => {
  const path: string[] = [];
  for (let at = leaf; at !== null; at = parentOf(at)) path.push(at);
  return path.reverse();
};
