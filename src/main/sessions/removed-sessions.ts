import { type Events, Failure } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { Bus } from "../base/bus.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Sessions } from "./sessions.ts";

export type RemovalRooms = {
  readonly sessions: Sessions;
  readonly workspace: Workspace;
  readonly events: Bus<Events>;
};

const GROUP = "session:";

/** The conversation that a group in the trash is; null when the group is something else. */
export const sessionInTrash = (group: string): string | null =>
  group.startsWith(GROUP) ? group.slice(GROUP.length) : null;

/**
 * Moves the files of a conversation to the project's trash together, with what the lists said about it, and takes it
 * out of the lists last: at every moment it is listed, in the trash, or both. When a step fails, its files are brought
 * back. `end` stops what runs in it, after its files are known and before they move.
 */
export const removeSession = async (
  { sessions, workspace, events }: RemovalRooms,
  id: string,
  end: (id: string) => Promise<void>,
): Promise<{ undo: string | null }> => {
  const paths = await sessions.pathsOf(id);
  await end(id);
  const about = await sessions.aboutOf(id);
  const undos: string[] = [];
  try {
    for (const path of paths) {
      const moved = await workspace.discard(path, { group: `${GROUP}${id}`, about }).catch(unlessGone);
      if (moved !== null) undos.push(moved);
    }
    await sessions.forget(id);
  } catch (error) {
    for (const undo of undos.toReversed()) await workspace.undoRemove(undo, null).catch(() => {});
    throw error;
  }
  events.publish({ event: "sessions.removed", session: id });
  return { undo: undos.length > 0 ? [id, ...undos].join(" ") : null };
};

const unlessGone = (error: unknown): null => {
  if (error instanceof Failure && error.code === "not-found") return null;
  throw error;
};

/**
 * Lists the conversation first and restores its files after that: when this is cut short, the missing files are
 * still in the trash under its name, and a second try restores them.
 */
export const undoRemoval = async (
  { sessions, workspace, events }: RemovalRooms,
  undo: string,
): Promise<{ session: SessionInfo }> => {
  const [id = "", ...files] = undo.split(" ");
  const [first] = files;
  const about = first === undefined ? null : (await workspace.trash.find(first)).about;
  await sessions.listAgain(id, about);
  for (const file of files) await workspace.undoRemove(file, null);
  const session = await sessions.bringBack(id);
  events.publish({ event: "sessions.changed", session });
  return { session };
};
