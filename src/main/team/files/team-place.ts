import type { TeamKind } from "#shared/model/team.ts";
import { visiblePath } from "#shared/model/visible-text.ts";

const MAX_PATH_CHARS = 400;
const MAX_DEPTH = 12;
const FILE = /^(?:SOUL\.md|AGENTS\.md|knowledge\/.+\.(?:md|markdown|txt))$/;
const SKILL = /^skills\/[^/_.][^/]*\/SKILL\.md$/;

/**
 * Whether a file of a team may have this place below a workspace. A path comes from other people: it leads nowhere
 * else, and looks like what it is.
 */
export const isTeamPlace = (kind: TeamKind, path: string): boolean => {
  const names = path.split("/");
  if (path.length > MAX_PATH_CHARS || names.length > MAX_DEPTH) return false;
  if (names.some((name) => name === "" || name.startsWith(".") || name.trim() !== name)) return false;
  if (path.includes("\\") || visiblePath(path) !== path || path.normalize("NFC") !== path) return false;
  if (kind === "file") return FILE.test(path);
  return kind === "skill" && SKILL.test(path);
};
