import type { SessionEntry } from "#shared/model/session-entry.ts";

/** From the first entry to this one. Entries whose parent is missing start a path of their own. */
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

/** The entries that share a parent and a role with this one, oldest first: what a branch switcher offers. */
export const siblingsOf = (entries: readonly SessionEntry[], id: string): readonly SessionEntry[] => {
  const entry = entries.find((other) => other.id === id);
  if (!entry) return [];
  return entries.filter((other) => other.parentId === entry.parentId && sameKind(other, entry));
};

const sameKind = (a: SessionEntry, b: SessionEntry) =>
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
