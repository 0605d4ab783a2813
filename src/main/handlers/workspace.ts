import type { Handlers } from "#shared/contract/index.ts";
import type { workspaceRoutes } from "#shared/contract/workspace.ts";
import { noteOrigins } from "../project/note-origins.ts";
import { authorFrom } from "../sessions/said-by.ts";
import { mergeTexts } from "../workspace/merge-texts.ts";
import type { Root } from "../workspace/roots.ts";
import { undoRemoveByUser, UserFiles } from "../workspace/user-files.ts";
import type { HandlerContext } from "./handler-context.ts";

export const workspaceHandlers = (context: HandlerContext): Handlers<typeof workspaceRoutes> => {
  const files = () => context.project().workspace;
  const rootOf = ({ root, agent }: Place): Root =>
    root === "project" ? "" : context.project().agents.get(agent).workspace;
  const yours = (place: Place) => new UserFiles(files(), rootOf(place));
  return {
    "workspace.tree": ({ path, showIgnored, ...place }) => files().tree(rootOf(place), path, showIgnored),
    "workspace.read": ({ path, ...place }) => files().read(rootOf(place), path),
    "workspace.picture": ({ path, ...place }) => yours(place).picture(path),
    "workspace.attachedDocument": ({ name, data }) => files().attachedDocument(name, data),
    "workspace.readManaged": async ({ path, ...place }) => ({
      text: await files().readManaged(rootOf(place), path),
    }),
    "workspace.write": ({ path, text, baseHash, title, ...place }) =>
      yours(place).write(path, text, baseHash, title),
    "workspace.writeAll": async ({ files: changes, session, message, ...place }) => {
      await noteOrigins(context.project(), session, message, changes);
      const author = authorFrom(context.project().sessions, session, message);
      return { files: await yours(place).writeAll(changes, author) };
    },
    "workspace.merge": ({ base, mine, theirs }) => mergeTexts(base, mine, theirs),
    "workspace.append": ({ path, text, ...place }) => yours(place).append(path, text),
    "workspace.create": ({ path, kind, text, ...place }) => yours(place).create(path, kind, text),
    "workspace.rename": ({ from, to, ...place }) => yours(place).rename(from, to),
    "workspace.remove": ({ path, ...place }) => yours(place).remove(path),
    "workspace.undoRemove": ({ undo }) => undoRemoveByUser(files(), undo),
    "workspace.cancelIndexing": () => ({ cancelled: files().cancelIndexing() }),
    "workspace.resumeIndexing": () => ({ started: files().resumeIndexing() }),
    "workspace.edit": ({ title, view, files: edits, ...place }) => yours(place).edit(title, edits, view),
    "workspace.search": ({ root, agent, ...options }, { signal }) =>
      files().search({ ...options, root: rootOf({ root, agent }), signal }),
    "workspace.list": async ({ kind, ...place }, { signal }) => ({
      paths: await files().list(rootOf(place), kind, signal),
    }),
    "workspace.files": async ({ agent }) => ({
      files: await files().rows(rootOf({ root: "workspace", agent })),
    }),
  };
};

type Place = { readonly root: "workspace" | "project"; readonly agent?: string | undefined };
