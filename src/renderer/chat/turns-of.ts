import type { SessionEntry } from "#shared/model/session-entry.ts";

export const turnsOf = (entries: readonly SessionEntry[]): number =>
  entries.filter((entry) => entry.type === "message" && entry.role === "user").length;
