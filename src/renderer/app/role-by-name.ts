import type { FileRole } from "#shared/contract/workspace.ts";

/** Before the tree is read, the fixed names are enough. */
export const roleByName = (path: string): FileRole =>
  byName[path.slice(path.lastIndexOf("/") + 1)] ?? "other";

const byName: Readonly<Record<string, FileRole>> = {
  "SOUL.md": "soul",
  "AGENTS.md": "agents",
  "USER.md": "user",
  "IDENTITY.md": "identity",
  "MEMORY.md": "memory",
  "DREAMS.md": "dreams",
  "SKILL.md": "skill",
  "agents.yaml": "agents-yaml",
};
