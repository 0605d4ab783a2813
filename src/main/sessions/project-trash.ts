import type { ListedChange } from "#shared/contract/changes.ts";
import type { TrashItem } from "#shared/contract/trash.ts";
import { FOLDER } from "#shared/model/change.ts";
import type { Changes } from "../changes/changes.ts";
import type { TrashEntry } from "../workspace/trash.ts";
import { type RemovalRooms, sessionInTrash, undoRemoval } from "./removed-sessions.ts";

type TrashRooms = RemovalRooms & { readonly changes: Changes };

const MAX_REMOVALS = 1_000;

/** What the user deleted and can restore: files, folders and conversations, the newest first. */
export const listTrash = async (rooms: TrashRooms): Promise<{ items: TrashItem[]; bytes: number }> => {
  const entries = await rooms.workspace.trash.list();
  const items = itemsOf(entries, await removals(rooms));
  return { items, bytes: entries.reduce((sum, entry) => sum + entry.bytes, 0) };
};

/** Restores one item. A file comes back as the undo of the change that deleted it, where that is known. */
export const restoreFromTrash = async (
  rooms: TrashRooms,
  id: string,
): Promise<{ path: string | null; session: string | null }> => {
  const { workspace } = rooms;
  const session = sessionInTrash(id);
  if (session !== null) {
    const entries = (await workspace.trash.list()).filter(({ group }) => group === id);
    await undoRemoval(rooms, [session, ...entries.map((entry) => entry.id)].join(" "));
    return { path: null, session };
  }
  const change = (await removals(rooms)).find(({ trash }) => trash === id);
  const title = change ? `Undid: ${change.title}` : "Brought back from the trash";
  const undoes = change ? { kind: "undo" as const, undoes: [change.id] } : { kind: "restore" as const };
  const { path } = await workspace.undoRemove(id, { actor: "you", title, ...undoes });
  return { path, session: null };
};

/** Removes the given items for good, or all of them; returns how many entries were removed. */
export const emptyTrash = async (
  { workspace }: Pick<TrashRooms, "workspace">,
  ids: readonly string[] | undefined,
): Promise<number> => {
  const entries = (await workspace.trash.list()).filter(
    ({ id, group }) => !ids || ids.includes(id) || (group !== null && ids.includes(group)),
  );
  for (const { id } of entries) await workspace.trash.remove(id);
  return entries.length;
};

const removals = async ({ changes }: TrashRooms): Promise<readonly ListedChange[]> =>
  (await changes.list({ kinds: ["remove"], limit: MAX_REMOVALS })).changes;

const itemsOf = (entries: readonly TrashEntry[], removals: readonly ListedChange[]): TrashItem[] => {
  const byTrash = new Map(removals.flatMap((change) => (change.trash ? [[change.trash, change]] : [])));
  const items = new Map<string, TrashItem>();
  for (const { id, group, about, path, kind, at, bytes } of entries) {
    const change = byTrash.get(id);
    const key = group ?? id;
    const known = items.get(key);
    items.set(key, {
      id: key,
      kind: group === null ? kind : "conversation",
      name: group === null ? path : titleIn(about),
      at,
      actor: group === null ? (change?.actor ?? null) : "you",
      bytes: bytes + (known?.bytes ?? 0),
      where: "project",
      change: change?.id ?? null,
    });
  }
  const outside = removals.filter(
    ({ trash, undoneBy, actor, files }) =>
      trash === undefined && undoneBy === null && actor !== "outside" && files.every(({ kept }) => kept),
  );
  return [...items.values(), ...outside.map(systemItem)].sort((a, b) => b.at.localeCompare(a.at));
};

/** A file that went to the trash of the system. Satchel still has its texts. */
const systemItem = ({ id, at, actor, files }: ListedChange): TrashItem => ({
  id: `change:${id}`,
  kind: files[0]?.before === FOLDER ? "folder" : "file",
  name: files[0]?.path ?? "",
  at,
  actor,
  bytes: 0,
  where: "system",
  change: id,
});

const titleIn = (about: string | null): string => {
  try {
    const { title } = JSON.parse(about ?? "") as { title?: unknown };
    return typeof title === "string" ? title : "";
  } catch {
    return "";
  }
};
