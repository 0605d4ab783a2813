import { ProjectSources } from "../../memory/index/project-sources.ts";
import { ProjectMemory } from "../../memory/project-memory.ts";
import { openMemoryTables } from "../../memory/tables/memory-tables.ts";
import type { MemoryRooms, Rooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "owned"
  | "folderAccess"
  | "origins"
  | "ports"
  | "events"
  | "embedders"
  | "userSettings"
  | "store"
  | "settings"
  | "agents"
  | "today"
  | "workspace"
  | "sessions"
  | "inTurn"
>;

/** What can be recalled. */
export const memoryLayer = (rooms: Needs): Pick<MemoryRooms, "tables" | "memory"> => {
  const { ports, events, store, workspace, sessions, inTurn, embedders, today } = rooms;
  const { clock, log } = ports;
  const tables = openMemoryTables(store, ports.ids);
  const sources = new ProjectSources({
    workspace,
    sessions,
    tables,
    agents: () => rooms.agents.list(),
    inTurn,
    user: () => rooms.userSettings.get().user,
    clock,
    origins: rooms.origins,
    folderOrigin: rooms.folderAccess.origin,
  });
  const memory = new ProjectMemory({
    store,
    clock,
    log,
    events,
    workspace,
    sessions,
    inTurn,
    sources,
    tables,
    embedders,
    settings: () => rooms.settings.get().memory,
    today,
  });
  return { tables, memory: rooms.owned.own(memory) };
};
