import type { FileRole } from "#shared/contract/workspace.ts";

/** The role of a file or folder in the assembler, by its path inside a workspace. */
export const roleInWorkspace = (path: string): FileRole => {
  const names = path.split("/");
  const [first = ""] = names;
  if (folders.has(first)) return folders.get(first) ?? "other";
  if (/^notes\/\d{4}-\d\d-\d\d\.md$/.test(path)) return "note";
  if (names.length > 1) return "other";
  return files.get(first) ?? (first.endsWith(".md") ? "context" : "other");
};

/** The same for files in the project but in no workspace. */
export const roleInProject = (path: string): FileRole => {
  if (path === "SOUL.md") return "soul";
  return path === "agents.yaml" ? "agents-yaml" : "other";
};

const files: ReadonlyMap<string, FileRole> = new Map([
  ["SOUL.md", "soul"],
  ["AGENTS.md", "agents"],
  ["USER.md", "user"],
  ["IDENTITY.md", "identity"],
  ["MEMORY.md", "memory"],
  ["DREAMS.md", "dreams"],
]);

const folders: ReadonlyMap<string, FileRole> = new Map([
  ["knowledge", "knowledge"],
  ["memory", "note"],
  ["skills", "skill"],
  ["subagents", "subagent"],
]);
