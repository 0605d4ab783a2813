import type { Client } from "#shared/contract/index.ts";
import type { Backlink, LinkTarget } from "#shared/contract/links.ts";
import { workspacePrefix } from "../ui/workspace-path.ts";
import type { LinkedFile } from "./page-context.ts";

/** Names offered while a link is typed. */
const MAX_NAMES = 50;

/** Links between notes, by paths of the project; the core knows them by paths of the workspace. */
export const createNoteLinks = (client: Client, workspace: string) => {
  const prefix = workspacePrefix(workspace);
  const inner = (path: string): string | null => (path.startsWith(prefix) ? path.slice(prefix.length) : null);
  return {
    find: async (target: string, from: string): Promise<LinkedFile | null> => {
      const { file } = await client.call("links.resolve", { link: target, from: inner(from) ?? "" });
      return file && { path: prefix + file.path, isNote: file.isNote };
    },
    complete: async (query: string): Promise<readonly LinkTarget[]> =>
      (await client.call("links.names", { query, limit: MAX_NAMES })).names,
    /** Links in other notes that lead to this one; none for a file outside of the workspace. */
    backlinks: async (path: string): Promise<readonly Backlink[]> => {
      const own = inner(path);
      if (own === null) return [];
      const { incoming } = await client.call("links.of", { path: own });
      return incoming.map((link) => ({ ...link, path: prefix + link.path }));
    },
  };
};
