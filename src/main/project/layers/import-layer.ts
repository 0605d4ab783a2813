import { KeptFiles } from "../../base/kept-files.ts";
import { ImportLedgers } from "../../importers/import-ledger.ts";
import { Imports } from "../../importers/imports.ts";
import { removeSession } from "../../sessions/removed-sessions.ts";
import type { ImportRooms, Rooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "person"
  | "ports"
  | "events"
  | "workspace"
  | "changes"
  | "origins"
  | "agents"
  | "sessions"
  | "tables"
  | "memory"
  | "context"
  | "tokens"
  | "talk"
>;

/** Moving in: it writes conversations, memories and files, so it comes after all of them. */
export const importLayer = (rooms: Needs): ImportRooms => {
  const { person, ports, events, workspace, changes, origins, agents, sessions, tables, memory, talk } =
    rooms;
  return {
    imports: new Imports({
      workspace,
      changes,
      origins,
      agents,
      context: rooms.context,
      tokens: rooms.tokens,
      sessions,
      graph: tables.graph,
      ledgers: new ImportLedgers(new KeptFiles(person.own)),
      removeSession: async (id) => {
        await removeSession(rooms, id, (session) => talk.chat.end(session));
      },
      holdEmbedding: () => memory.holdEmbedding(),
      tablesChanged: () => memory.tablesChanged(),
      clock: ports.clock,
      ids: ports.ids,
      emit: events.publish,
    }),
  };
};
