import type { Handlers } from "#shared/contract/index.ts";
import type { workspaceRoutes } from "#shared/contract/workspace.ts";
import { mergeTexts } from "../workspace/merge-texts.ts";
import { fromRoot, type Root } from "../workspace/roots.ts";
import type { HandlerContext } from "./handler-context.ts";

export const workspaceHandlers = (context: HandlerContext): Handlers<typeof workspaceRoutes> => {
  const files = () => context.project().workspace;
  const rootOf = ({ root, agent }: Place): Root =>
    root === "project" ? "" : context.project().agents.get(agent).workspace;
  return {
    "workspace.tree": ({ path, showIgnored, ...place }) => files().tree(rootOf(place), path, showIgnored),
    "workspace.read": ({ path, ...place }) => files().read(rootOf(place), path),
    "workspace.readManaged": async ({ path, ...place }) => ({
      text: await files().readManaged(rootOf(place), path),
    }),
    "workspace.write": async ({ path, text, baseHash, ...place }) => {
      const root = rootOf(place);
      const written = await files().write(root, path, text, baseHash);
      return { ...written, path: fromRoot(root, written.path) };
    },
    "workspace.writeAll": async ({ files: changes, ...place }) => {
      const root = rootOf(place);
      const written = await files().writeAll(root, changes);
      return { files: written.map((each) => ({ ...each, path: fromRoot(root, each.path) })) };
    },
    "workspace.merge": async ({ base, mine, theirs }) => mergeTexts(base, mine, theirs),
    "workspace.append": async ({ path, text, ...place }) => {
      const root = rootOf(place);
      const written = await files().append(root, path, text);
      return { ...written, path: fromRoot(root, written.path) };
    },
    "workspace.create": async ({ path, kind, text, ...place }) => {
      const root = rootOf(place);
      return { path: fromRoot(root, await files().create(root, path, kind, text)) };
    },
    "workspace.rename": async ({ from, to, ...place }) => {
      const root = rootOf(place);
      return { path: fromRoot(root, await files().rename(root, from, to)) };
    },
    "workspace.remove": async ({ path, ...place }) => {
      const root = rootOf(place);
      const removed = await files().remove(root, path);
      return { ...removed, path: fromRoot(root, removed.path) };
    },
    "workspace.undoRemove": async ({ undo }) => ({ path: await files().undoRemove(undo) }),
    "workspace.cancelIndexing": async () => ({ cancelled: files().cancelIndexing() }),
    "workspace.resumeIndexing": async () => ({ started: files().resumeIndexing() }),
    "workspace.search": ({ query, caseSensitive, limit, ...place }, { signal }) =>
      files().search({ root: rootOf(place), query, caseSensitive, limit, signal }),
    "workspace.list": async ({ kind, ...place }, { signal }) => ({
      paths: await files().list(rootOf(place), kind, signal),
    }),
    "workspace.files": async ({ agent }) => ({
      files: await files().rows(rootOf({ root: "workspace", agent })),
    }),
  };
};

type Place = { readonly root: "workspace" | "project"; readonly agent?: string | undefined };
