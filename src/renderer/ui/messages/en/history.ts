const count = (files: number) => (files === 1 ? "1 file" : `${files} files`);

export const history = {
  title: "History",
  part: "What to show",
  parts: { changes: "Changes", states: "Kept states", trash: "Trash" },
  text: "Every state of the workspace that was kept. Restoring loses nothing: what is there now is kept first.",
  list: "States of the workspace",
  workspace: "Workspace",
  loading: "Reading the history",
  failed: "The history could not be read.",
  off: "No history is kept for this workspace",
  offText:
    "Satchel can keep every state of it: after a conversation, after a dream, before each restore. It stays in the project’s own .satchel folder.",
  enable: "Keep a history",
  empty: "Nothing is kept yet",
  emptyText: "The first state is kept when a conversation ends, or now.",
  checkpoint: "Keep this state",
  checkpointed: "This state is kept",
  nothingNew: "Nothing changed since the last one",
  files: count,
  beginning: "The beginning",
  kinds: {
    checkpoint: (what: string) =>
      ({ initial: "The beginning", manual: "Kept by hand", "before restore": "Before a restore" })[what] ??
      `Kept: ${what}`,
    "session-close": () => "After a conversation",
    dream: (what: string) => `Dream, ${what.replace("promotion(s)", "kept")}`,
    restore: (what: string, when: string | null = null) =>
      `Restored ${what || "everything"}${when === null ? "" : ` as of ${when}`}`,
  },
  compareLabel: "Compare",
  compare: { step: "What changed then", since: "What changed since" },
  changed: "Changed files",
  changes: { added: "added", changed: "changed", removed: "removed" },
  before: (when: string | null) => (when === null ? "Before" : `Before, ${when}`),
  after: (when: string | null) => (when === null ? "After" : `After, ${when}`),
  asThen: (when: string | null) => (when === null ? "As it was then" : `As it was, ${when}`),
  now: () => "As it is now",
  sides: "What is compared",
  restoreFile: "Restore this file",
  restoreAll: "Restore everything",
  restored: (paths: readonly string[]) =>
    paths.length === 1 ? `${paths[0]} is as it was` : `${count(paths.length)} are as they were`,
  alreadySo: "Everything is already as it was then",
  first: "The first state that was kept",
  firstText: "There is nothing before it to compare with. Look at what changed since.",
  same: "No differences",
  sameText: {
    step: "This state has the same files as the one before it.",
    since: "The files are now as they were then.",
  },
  binary: "This file is not text",
  binaryText: "It can be restored, but not compared.",
};
