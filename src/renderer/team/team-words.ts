import type { TeamItem, TeamProposal, TeamRole } from "#shared/model/team.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Arrival, Desk, Space, TeamState } from "./team-state.ts";

const words = t.team;
const MAX_NAME_CHARS = 60;

/** What an item or a proposal is called in a list: its place, its title, or how it begins. */
export const nameOf = ({ path, heading, body }: Pick<TeamItem, "path" | "heading" | "body">): string => {
  if (path) return path;
  if (heading !== "") return heading;
  const line = body.trim().split("\n", 1)[0] ?? "";
  return line.length > MAX_NAME_CHARS ? `${line.slice(0, MAX_NAME_CHARS)}…` : line;
};

/** The role as the list of members says it, which is newer than the one that was stored on joining. */
export const roleIn = (space: Space, members: Desk["members"]): TeamRole =>
  members?.find(({ id, leftAt }) => id === space.member && leftAt === null)?.role ?? space.role;

export const decides = (role: TeamRole): boolean => role === "reviewer" || role === "owner";

/** How many proposals wait for the user's decision. */
export const waitingFor = ({
  spaces,
  chosen,
  desk,
}: Pick<TeamState, "spaces" | "chosen" | "desk">): number => {
  const space = spaces.find((each) => each.space === chosen);
  return space && decides(roleIn(space, desk.members)) ? (desk.proposals?.length ?? 0) : 0;
};

/** The version that an item has by now, where a proposal began with an earlier one. */
export const changedSince = (
  { item, baseVersion }: Pick<TeamProposal, "item" | "baseVersion">,
  items: Desk["items"],
): TeamItem | null => {
  const present = item === null ? undefined : items?.find(({ id }) => id === item);
  return present && present.version !== baseVersion ? present : null;
};

/** Says whether it is on the server, or waits here. */
export const tellArrival = (arrival: Arrival, done: string): void =>
  notify(arrival === "sent" ? done : words.waitsNow);
