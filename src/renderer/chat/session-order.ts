import type { SessionInfo } from "#shared/contract/sessions.ts";

export const newestFirst = (a: SessionInfo, b: SessionInfo): number =>
  Number(b.pinned) - Number(a.pinned) || b.updatedAt.localeCompare(a.updatedAt);

/** The list with one that is new or has changed. */
export const placed = (sessions: readonly SessionInfo[], changed: SessionInfo): readonly SessionInfo[] =>
  [changed, ...sessions.filter(({ id }) => id !== changed.id)].sort(newestFirst);
