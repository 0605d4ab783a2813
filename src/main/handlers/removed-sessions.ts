import { Failure } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

const GROUP = "session:";

/** The conversation that a group in the trash is; null when it is something else. */
export const sessionInTrash = (group: string): string | null =>
  group.startsWith(GROUP) ? group.slice(GROUP.length) : null;

/** Its files go to the project's trash together, with what the lists said of it; the lists forget it. */
export const removeSession = async (context: HandlerContext, id: string) => {
  const { sessions, workspace, talk, events } = context.project();
  const files = await sessions.filesOf(id);
  await talk.chat.end(id);
  const about = await sessions.forget(id);
  const undos: string[] = [];
  for (const { path } of [files.log, files.context, files.results, files.partial]) {
    try {
      undos.push(await workspace.discard(path, { group: `${GROUP}${id}`, about }));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== "not-found") throw error;
    }
  }
  events.publish({ event: "sessions.removed", session: id });
  return { undo: undos.length > 0 ? [id, ...undos].join(" ") : null };
};

/**
 * It is listed first and its files come after: when that is cut short, what is missing still is in the trash under
 * its name, and a second try brings it back.
 */
export const undoRemoval = async (context: HandlerContext, undo: string) => {
  const { sessions, workspace, events } = context.project();
  const [id = "", ...files] = undo.split(" ");
  const [first] = files;
  const about = first === undefined ? null : (await workspace.trash.find(first)).about;
  await sessions.listAgain(id, about);
  for (const file of files) await workspace.undoRemove(file, null);
  const session = await sessions.bringBack(id);
  events.publish({ event: "sessions.changed", session });
  return { session };
};
