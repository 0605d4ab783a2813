import type { ListedChange } from "#shared/contract/changes.ts";

/** Parts of the window where Ctrl+Z takes back what was done there. */
export type UndoPart = "files" | "budget";

/** The newest change of a part that still stands. Changes are newest first. */
export const lastOf = (changes: readonly ListedChange[], part: UndoPart): ListedChange | null =>
  changes.find((change) => change.undoneBy === null && belongs[part](change)) ?? null;

/** The newest undo of such a change that still stands, unless something else was done there since. */
export const lastUndo = (changes: readonly ListedChange[], part: UndoPart): ListedChange | null => {
  const byId = new Map(changes.map((change) => [change.id, change]));
  for (const change of changes) {
    if (change.undoneBy !== null) continue;
    if (belongs[part](change)) return null;
    const undone = change.undoes?.map((id) => byId.get(id)) ?? [];
    if (undone.some((each) => each && belongs[part](each))) return change;
  }
  return null;
};

const kindsOfFiles: ReadonlySet<ListedChange["kind"]> = new Set(["create", "move", "remove"]);

const isOwn = (path: string): boolean => path === "agents.yaml" || path.startsWith(".satchel/");

/** The tree makes, moves and removes; the budget changes settings of agents and profiles, and how a file is sent. */
const belongs: Readonly<Record<UndoPart, (change: ListedChange) => boolean>> = {
  files: ({ kind, files }) => kindsOfFiles.has(kind) && files.every(({ path }) => !isOwn(path)),
  budget: ({ kind, files, title }) =>
    kind !== "undo" && (files.every(({ path }) => isOwn(path)) || title.startsWith("Changed how ")),
};
