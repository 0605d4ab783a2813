import type { FileRole } from "#shared/contract/workspace.ts";

/** An open file. The text being edited is in its buffer, not here. */
export type Tab = {
  readonly path: string;
  readonly name: string;
  readonly role: FileRole;
  /** Shown as it is read, not as it is written. */
  readonly reading: boolean;
  /** Only looked at: the next file that is opened takes its place, unless it is kept. */
  readonly preview: boolean;
  readonly state: "loading" | "ready" | "failed" | "removed";
  readonly failure: string | null;
  /** Text and hash on disk when it was last read or written. */
  readonly saved: { readonly text: string; readonly hash: string } | null;
  /** Unsaved text to start with, restored from an earlier window. */
  readonly draft: string | null;
  readonly dirty: boolean;
  readonly readOnly: boolean;
  /** Why it cannot be edited, in a sentence. */
  readonly readOnlyWhy: string | null;
  readonly saving: boolean;
  readonly conflict: Conflict | null;
};

/** The file changed on disk while there was unsaved text. */
export type Conflict = {
  /** The common origin of both versions; null when it is unknown. */
  readonly base: string | null;
  readonly theirs: string;
  readonly theirsHash: string;
};

export const newTab = (path: string, role: FileRole): Tab => ({
  path,
  name: path.slice(path.lastIndexOf("/") + 1),
  role,
  reading: false,
  preview: false,
  state: "loading",
  failure: null,
  saved: null,
  draft: null,
  dirty: false,
  readOnly: false,
  readOnlyWhy: null,
  saving: false,
  conflict: null,
});

/** Whether its unsaved text goes to disk when a message is sent. What is in conflict waits for a decision. */
export const isSavable = (tab: Tab): boolean =>
  tab.dirty && tab.state === "ready" && !tab.readOnly && tab.conflict === null;

/** The new path of an open file after it or a folder above it was moved; null when it was not moved. */
export const movedTo = (path: string, from: string, to: string): string | null => {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : null;
};

/** The tab to show when this one closes: its right neighbour, otherwise its left one. */
export const neighbourOf = (tabs: readonly Tab[], path: string): string | null => {
  const index = tabs.findIndex((tab) => tab.path === path);
  return (tabs[index + 1] ?? tabs[index - 1])?.path ?? null;
};
