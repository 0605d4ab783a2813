import { TeamRecall } from "../../team/recall/team-recall.ts";
import type { Rooms, TeamRooms } from "../rooms.ts";

type Needs = Pick<Rooms, "owned" | "folder" | "teams" | "teamActions" | "surroundingEvents">;

/** The team space that the folder uses, if any. */
export const teamLayer = ({ owned, folder, teams, teamActions, surroundingEvents }: Needs): TeamRooms => {
  const teamRecall = new TeamRecall({
    teams,
    folder,
    events: surroundingEvents,
    search: (open, query, options, signal) => teamActions.search(open, query, options, signal),
  });
  return { teamRecall: owned.own(teamRecall) };
};
