import type { Handlers } from "#shared/contract/index.ts";
import type { linkRoutes, LinkTarget } from "#shared/contract/links.ts";
import type { NamedFile } from "../workspace/links/note-names.ts";
import { relativePath } from "../workspace/path-policy.ts";
import type { HandlerContext } from "./handler-context.ts";

export const linkHandlers = (context: HandlerContext): Handlers<typeof linkRoutes> => {
  const links = () => context.project().workspace.links;
  const folderOf = (agent: string | undefined) => context.project().agents.get(agent).workspace;
  return {
    "links.names": ({ agent, query, limit }) => {
      const { files, total } = links().complete(folderOf(agent), query, limit);
      return { names: files.map(shown), total };
    },
    "links.resolve": ({ agent, link, from }) => {
      const { file, heading } = links().resolve(folderOf(agent), link, relativePath(from));
      return { file: file && shown(file), heading };
    },
    "links.mentions": ({ agent, from, to }, { signal }) =>
      context.project().workspace.mentions(folderOf(agent), relativePath(from), relativePath(to), signal),
    "links.of": async ({ agent, path }) => {
      const { outgoing, incoming, leftOut } = await links().of(folderOf(agent), relativePath(path));
      return { outgoing: [...outgoing], incoming: [...incoming], leftOut };
    },
  };
};

const shown = (file: NamedFile): LinkTarget => ({ ...file, aliases: [...file.aliases] });
