import { lowestOrigin } from "#shared/model/origin.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import { Inbox } from "../../sharing/inbox.ts";
import { Sharing } from "../../sharing/sharing.ts";
import { TeamSharing } from "../../sharing/team/team-sharing.ts";
import type { Rooms, SharingRooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "person"
  | "ports"
  | "events"
  | "workspace"
  | "origins"
  | "agents"
  | "memory"
  | "context"
  | "tokens"
  | "today"
  | "talk"
  | "skills"
  | "folderAccess"
  | "teams"
  | "teamActions"
>;

/** What other programs get: it reads through the prompt and the tools, so it comes after both. */
export const sharingLayer = (rooms: Needs): SharingRooms => {
  const { person, ports, events, workspace, origins, agents, memory, context, tokens, today, talk } = rooms;
  return {
    sharing: new Sharing({
      inbox: new Inbox(new KeptFiles(person.own), () => ports.clock.now()),
      workspace,
      origins,
      agents,
      memory,
      context,
      tokens,
      today,
      toolContext: talk.toolContext,
      clock: ports.clock,
      ids: ports.ids,
      emit: events.publish,
    }),
    teamSharing: new TeamSharing({
      workspace,
      memory,
      context,
      tokens,
      agents,
      skills: rooms.skills,
      originOf: (text) => lowestOrigin(rooms.folderAccess.origin(), origins.of(text)),
      teams: rooms.teams,
      actions: rooms.teamActions,
    }),
  };
};
