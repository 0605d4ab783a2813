import { Buffer } from "node:buffer";

const mark = "# Satchel: ";

/**
 * `.gitignore` and `.gitattributes` of a history. They exist in its commits, not in the workspace: on disk
 * they would appear in a repository that the user has around it. Where the workspace has its own, those are
 * used.
 */
export const ownFiles = (transcripts: string | null): ReadonlyMap<string, Uint8Array> =>
  new Map([
    [
      ".gitignore",
      Buffer.from(
        [
          `${mark}what the history of this workspace leaves out, besides files over 1 MiB and names that look like secrets.`,
          ...(transcripts ? [`/${transcripts}/`] : []),
          "/agents/*/sessions/",
          "/.satchel/",
          ".satchel-tmp-*",
          "",
        ].join("\n"),
      ),
    ],
    [".gitattributes", Buffer.from(`${mark}every byte is kept as it is.\n* -text\n`)],
  ]);

export const isOwnFile = (path: string, bytes: Uint8Array): boolean =>
  (path === ".gitignore" || path === ".gitattributes") &&
  Buffer.from(bytes).toString("utf8").startsWith(mark);
