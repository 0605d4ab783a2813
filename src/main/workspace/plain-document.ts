/**
 * Whether a project-relative path is a document that nobody runs and no agent obeys. agents.yaml, SOUL.md, skills,
 * subagents, conversations, hidden files, instructions of agents and whatever another program may run are not.
 */
export const isPlainDocument = (path: string): boolean => {
  const names = path.split("/");
  const name = (names.at(-1) ?? "").toLowerCase();
  return (
    DOCUMENT.test(name) &&
    !GUARDED_NAMES.has(name) &&
    names.every((each) => !each.startsWith(".") && !GUARDED_FOLDERS.has(each.toLowerCase()))
  );
};

const DOCUMENT = /\.(?:md|markdown|txt|csv|tsv|rst|org|adoc)$/;
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
