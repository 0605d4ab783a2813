import type { SessionEntry } from "#shared/model/session-entry.ts";

/** The path from the first entry to this one. Entries whose parent is missing start a new path. */
export const pathTo = (entries: readonly SessionEntry[], id: string): readonly SessionEntry[] => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: SessionEntry[] = [];
  const seen = new Set<string>();
  let current = byId.get(id);
  while (current && !seen.has(current.id)) {
    seen.add(current.id);
    path.push(current);
    current = current.parentId === null ? undefined : byId.get(current.parentId);
  }
  return path.reverse();
};

/** The newest leaf below an entry, following the newest child at each fork. */
export const newestLeaf = (entries: readonly SessionEntry[], id: string): string => {
  const children = childrenOf(entries);
  let current = id;
  for (let next = children.get(current)?.at(-1); next; next = children.get(current)?.at(-1))
    current = next.id;
  return current;
};

/**
 * For each entry of a path that has alternatives: the entries with the same parent and role, oldest first.
 * The branch switcher offers these.
 */
export const forksOf = (
  entries: readonly SessionEntry[],
  path: readonly SessionEntry[],
): Readonly<Record<string, string[]>> => {
  const children = childrenOf(entries);
  const forks = path
    .map((entry) => [entry, (children.get(entry.parentId) ?? []).filter(sameKindAs(entry))] as const)
    .filter(([, siblings]) => siblings.length > 1);
  return Object.fromEntries(forks.map(([entry, siblings]) => [entry.id, siblings.map(({ id }) => id)]));
};

const sameKindAs = (a: SessionEntry) => (b: SessionEntry) =>
  a.type === b.type && (a.type !== "message" || b.type !== "message" || a.role === b.role);

const childrenOf = (entries: readonly SessionEntry[]) => {
  const children = new Map<string | null, SessionEntry[]>();
  for (const entry of entries) {
    const siblings = children.get(entry.parentId);
    if (siblings) siblings.push(entry);
    else children.set(entry.parentId, [entry]);
  }
  return children;
};
