import type { ListedChange } from "#shared/contract/changes.ts";
import type { ChangeView } from "#shared/model/change.ts";

/** The newest change of a part that still stands. Changes are newest first. */
export const lastOf = (changes: readonly ListedChange[], part: ChangeView): ListedChange | null =>
  changes.find((change) => change.undoneBy === null && belongs[part](change)) ?? null;

/** The newest undo of such a change that still stands, unless something else was done there since. */
export const lastUndo = (changes: readonly ListedChange[], part: ChangeView): ListedChange | null => {
  const byId = new Map(changes.map((change) => [change.id, change]));
  for (const change of changes) {
    if (change.undoneBy !== null) continue;
    if (belongs[part](change)) return null;
    const undone = change.undoes?.map((id) => byId.get(id)) ?? [];
    if (undone.some((each) => each && belongs[part](each))) return change;
  }
  return null;
};

/**
 * A new file is created and then named: both are one step, also when they are done again. Returns the changes
 * that are undone together; the first one says what is undone.
 */
export const stepOf = (changes: readonly ListedChange[], last: ListedChange): readonly string[] => {
  const at = changes.indexOf(last);
  const before = changes.slice(at + 1).find(({ undoneBy }) => undoneBy === null);
  if (!before) return [last.id];
  if (last.kind === "move" && before.kind === "create" && isAt(before, last.move?.from)) {
    return [before.id, last.id];
  }
  const [made, named] = [last, before].map((undo) => changes.find(({ id }) => undo.undoes?.[0] === id));
  const isBoth = made?.kind === "create" && named?.kind === "move" && isAt(made, named.move?.from);
  return isBoth ? [last.id, before.id] : [last.id];
};

const isAt = ({ files }: ListedChange, wanted: string | undefined): boolean =>
  files.length === 1 && files[0]?.path === wanted;

const kindsOfFiles: ReadonlySet<ListedChange["kind"]> = new Set(["create", "move", "remove"]);

const isOwn = (path: string): boolean => path === "agents.yaml" || path.startsWith(".satchel/");

/** The tree makes, moves and removes, and mends links after that; what the budget writes is marked as its own. */
const belongs: Readonly<Record<ChangeView, (change: ListedChange) => boolean>> = {
  files: ({ kind, files, view }) =>
    view === "files" ||
    (kindsOfFiles.has(kind) && view === undefined && files.every(({ path }) => !isOwn(path))),
  budget: ({ view }) => view === "budget",
};
