import type { SessionInfo } from "#shared/contract/sessions.ts";

export const newestFirst = (a: SessionInfo, b: SessionInfo): number =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt.localeCompare(a.updatedAt);

/** The list with a session added or replaced. */
export const placed = (sessions: readonly SessionInfo[], changed: SessionInfo): readonly SessionInfo[] =>
  [changed, ...sessions.filter(({ id }) => id !== changed.id)].sort(newestFirst);
