import { ProjectTeamFiles } from "../../team/files/project-team-files.ts";
import { TeamRecall } from "../../team/recall/team-recall.ts";
import type { Rooms, TeamRooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  "owned" | "folder" | "ports" | "events" | "teams" | "teamActions" | "surroundingEvents"
>;

/** The team space that the folder uses, if any. */
export const teamLayer = ({
  owned,
  folder,
  ports,
  events,
  teams,
  teamActions,
  surroundingEvents,
}: Needs): TeamRooms => {
  const teamRecall = new TeamRecall({
    teams,
    folder,
    events: surroundingEvents,
    search: (open, query, options, signal) => teamActions.search(open, query, options, signal),
  });
  const teamFiles = new ProjectTeamFiles({
    teams,
    folder,
    events: surroundingEvents,
    log: ports.log,
    onSoul: (path) => events.publish({ event: "workspace.soulChanged", path }),
  });
  return { teamRecall: owned.own(teamRecall), teamFiles: owned.own(teamFiles) };
};
