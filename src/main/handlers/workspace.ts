import type { Handlers } from "#shared/contract/index.ts";
import type { workspaceRoutes } from "#shared/contract/workspace.ts";
import type { ChangeKind } from "#shared/model/change.ts";
import { saidBy } from "../sessions/said-by.ts";
import { mergeTexts } from "../workspace/merge-texts.ts";
import type { Author } from "../workspace/recorder.ts";
import { fromRoot, type Root } from "../workspace/roots.ts";
import type { HandlerContext } from "./handler-context.ts";

export const workspaceHandlers = (context: HandlerContext): Handlers<typeof workspaceRoutes> => {
  const files = () => context.project().workspace;
  const rootOf = ({ root, agent }: Place): Root =>
    root === "project" ? "" : context.project().agents.get(agent).workspace;
  return {
    "workspace.tree": ({ path, showIgnored, ...place }) => files().tree(rootOf(place), path, showIgnored),
    "workspace.read": ({ path, ...place }) => files().read(rootOf(place), path),
    "workspace.picture": async ({ path, ...place }) => {
      const root = rootOf(place);
      const { type, bytes, path: found } = await files().picture(root, path);
      return { path: fromRoot(root, found), type, data: bytes.toString("base64") };
    },
    "workspace.readManaged": async ({ path, ...place }) => ({
      text: await files().readManaged(rootOf(place), path),
    }),
    "workspace.write": async ({ path, text, baseHash, title, ...place }) => {
      const root = rootOf(place);
      const by = title === undefined ? byYou("save", `Saved ${nameOf(path)}`) : byYou("write", title);
      const written = await files().write(root, path, text, baseHash, by);
      return { ...written, path: fromRoot(root, written.path) };
    },
    "workspace.writeAll": async ({ files: changes, session, message, ...place }) => {
      const root = rootOf(place);
      const { sessions } = context.project();
      const title =
        changes.length === 1 ? `Wrote ${nameOf(changes[0]?.path ?? "")}` : `Wrote ${changes.length} files`;
      const by =
        session === undefined ? byYou("write", title) : await saidBy(sessions, session, message, title);
      const written = await files().writeAll(root, changes, by);
      return { files: written.map((each) => ({ ...each, path: fromRoot(root, each.path) })) };
    },
    "workspace.merge": async ({ base, mine, theirs }) => mergeTexts(base, mine, theirs),
    "workspace.append": async ({ path, text, ...place }) => {
      const root = rootOf(place);
      const written = await files().append(root, path, text, byYou("write", `Added to ${nameOf(path)}`));
      return { ...written, path: fromRoot(root, written.path) };
    },
    "workspace.create": async ({ path, kind, text, ...place }) => {
      const root = rootOf(place);
      const by = byYou("create", `Created ${nameOf(path)}`);
      const created = await files().create(root, path, kind, text, by);
      return { ...created, path: fromRoot(root, created.path) };
    },
    "workspace.rename": async ({ from, to, ...place }) => {
      const root = rootOf(place);
      const moved = await files().rename(root, from, to, byYou("move", moveTitle(from, to)));
      return { path: fromRoot(root, moved.to), change: moved.change };
    },
    "workspace.remove": async ({ path, ...place }) => {
      const root = rootOf(place);
      const removed = await files().remove(root, path, byYou("remove", `Deleted ${nameOf(path)}`));
      return { ...removed, path: fromRoot(root, removed.path) };
    },
    "workspace.undoRemove": async ({ undo }) => {
      const { path } = await files().undoRemove(undo, byYou("restore", "Brought back from the trash"));
      return { path };
    },
    "workspace.cancelIndexing": async () => ({ cancelled: files().cancelIndexing() }),
    "workspace.resumeIndexing": async () => ({ started: files().resumeIndexing() }),
    "workspace.edit": async ({ title, files: edits, ...place }) => {
      const root = rootOf(place);
      const written = await files().edit(root, edits, byYou("write", title));
      const change = written.find((each) => each.change !== null)?.change ?? null;
      return { change, paths: written.map(({ path }) => fromRoot(root, path)) };
    },
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

const byYou = (kind: ChangeKind, title: string): Author => ({ actor: "you", kind, title });

const nameOf = (path: string): string => path.split(/[/\\]/).findLast((name) => name !== "") ?? path;

const moveTitle = (from: string, to: string): string =>
  nameOf(from) === nameOf(to) ? `Moved ${nameOf(from)}` : `Renamed ${nameOf(from)} to ${nameOf(to)}`;

type Place = { readonly root: "workspace" | "project"; readonly agent?: string | undefined };
