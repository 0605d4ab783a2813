import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { visibleText } from "#shared/model/visible-text.ts";
import { oneLine } from "../../memory/learn/daily-notes.ts";
import type { MemoryHit } from "../../memory/recall/memory-hit.ts";

const MAX_NAME_CHARS = 100;

export type TeamText = {
  readonly id: string;
  readonly text: string;
  readonly heading: string;
  readonly path: string | null;
  readonly authorName: string;
  readonly updatedAt: string;
  readonly origin: Origin;
  readonly forAll: boolean;
};

/** Another person wrote it, whatever it was for them. Its line says whose it is, in characters that are seen. */
export const teamMemory = (spaceName: string, found: TeamText): MemoryHit => {
  const { id, text, heading, path, authorName, updatedAt, origin, forAll } = found;
  const author = shownName(authorName);
  const about = shownName(path ?? heading);
  return {
    id: `team:${id}`,
    tier: "team",
    source: `team:${shownName(spaceName)}${about === "" ? "" : `/${about}`} (${author})`,
    date: updatedAt.slice(0, 10),
    text: visibleText(text),
    origin: lowestOrigin(origin, "outside"),
    forAll,
    team: { space: shownName(spaceName), author },
  };
};

/** What others called something: one line, without the characters that end the place it stands in. */
export const shownName = (name: string): string =>
  visibleText(oneLine(name))
    .replaceAll(/[[\]·]/g, " ")
    .slice(0, MAX_NAME_CHARS)
    .trim();
