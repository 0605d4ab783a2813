import { posix } from "node:path";

/** What "Always" would cover: the files directly in a folder, or with `null` every call of the tool. */
export type Always = { readonly folder: string | null };

/**
 * The folder that "Always" for a write covers; null when it is asked each time. Only plain documents are ever
 * covered: agents.yaml, SOUL.md, skills, subagents, conversations, hidden files, instructions of agents and
 * everything another program may run are asked about each time.
 */
export const alwaysFor = (path: string): Always | null => {
  const names = path.split("/");
  const name = names.at(-1) ?? "";
  const isGuarded =
    names.some((each) => each.startsWith(".") || GUARDED_FOLDERS.has(each.toLowerCase())) ||
    GUARDED_NAMES.has(name.toLowerCase()) ||
    !DOCUMENT.test(name);
  if (isGuarded) return null;
  const folder = posix.dirname(path);
  return { folder: folder === "." ? "" : folder };
};

const DOCUMENT = /\.(?:md|markdown|txt|csv|tsv|rst|org|adoc)$/i;
const GUARDED_FOLDERS = new Set(["skills", "subagents", "sessions", "node_modules"]);
/** Instructions that agents follow, and text files that build tools read. */
const GUARDED_NAMES = new Set([
  "soul.md",
  "agents.md",
  "claude.md",
  "gemini.md",
  "skill.md",
  "cmakelists.txt",
  "requirements.txt",
  "constraints.txt",
]);
