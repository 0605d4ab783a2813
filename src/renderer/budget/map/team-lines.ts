import { t } from "../../ui/messages/index.ts";
import type { Part } from "./parts.ts";

const MAX_LINES = 8;

/** Whose the texts of a part are, where they are a team's: one line per text, what is said twice once. */
export const teamLines = ({ segments }: Pick<Part, "segments">): readonly string[] => {
  const lines = segments.flatMap(({ detail }) => {
    const { team } = detail ?? {};
    if (!team) return [];
    const { space, author, version, pinned = false } = team;
    return [t.team.whose(space, author, version ?? null, pinned)];
  });
  const once = [...new Set(lines)];
  if (once.length <= MAX_LINES) return once;
  return [...once.slice(0, MAX_LINES), t.team.whoseMore(once.length - MAX_LINES)];
};
