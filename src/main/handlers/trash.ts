import type { Handlers } from "#shared/contract/index.ts";
import type { TrashItem, trashRoutes } from "#shared/contract/trash.ts";
import type { ListedChange } from "#shared/contract/changes.ts";
import type { TrashEntry } from "../workspace/trash.ts";
import { FOLDER } from "#shared/model/change.ts";
import type { HandlerContext } from "./handler-context.ts";
import { sessionInTrash, undoRemoval } from "./removed-sessions.ts";

export const trashHandlers = (context: HandlerContext): Handlers<typeof trashRoutes> => {
  const removals = async (): Promise<readonly ListedChange[]> =>
    (await context.project().changes.list({ kinds: ["remove"], limit: MAX_REMOVALS })).changes;
  return {
    "trash.list": async () => {
      const { workspace, settings } = context.project();
      const entries = await workspace.trash.list();
      const { days, maxBytes } = settings.get().trash;
      const items = itemsOf(entries, await removals());
      const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
      return { items, bytes, limits: { days, bytes: maxBytes } };
    },
    "trash.restore": async ({ id }) => {
      const { workspace } = context.project();
      const session = sessionInTrash(id);
      if (session !== null) {
        const entries = (await workspace.trash.list()).filter(({ group }) => group === id);
        await undoRemoval(context, [session, ...entries.map((entry) => entry.id)].join(" "));
        return { path: null, session };
      }
      const change = (await removals()).find(({ trash }) => trash === id);
      const title = change ? `Undid: ${change.title}` : "Brought back from the trash";
      const undoes = change ? { kind: "undo" as const, undoes: [change.id] } : { kind: "restore" as const };
      const { path } = await workspace.undoRemove(id, { actor: "you", title, ...undoes });
      return { path, session: null };
    },
    "trash.empty": async ({ ids }) => {
      const { workspace } = context.project();
      const entries = (await workspace.trash.list()).filter(
        ({ id, group }) => !ids || ids.includes(id) || (group !== null && ids.includes(group)),
      );
      for (const { id } of entries) await workspace.trash.remove(id);
      return { removed: entries.length };
    },
  };
};

const MAX_REMOVALS = 1_000;

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

/** Its texts are kept, wherever the file itself went. */
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
