import type { Chain } from "./chain.ts";
import type { Found } from "./found.ts";
import type { SourceFile } from "./input/source-files.ts";
import type { SourceSession } from "./source-session.ts";

type About = Pick<SourceSession, "sourceId" | "title"> & Partial<SourceSession>;

/** A conversation whose messages follow each other in one file. */
export const chainedSession = (file: SourceFile, chain: Chain, about: About): Found => ({
  kind: "session",
  session: {
    from: file.path,
    createdAt: null,
    updatedAt: null,
    fileTime: file.modifiedAt,
    kind: "main",
    nodes: chain.nodes,
    activeLeaf: chain.last,
    isOrdered: true,
    ...about,
  },
});
