import { clearLitter, processBegan } from "../../base/clear-litter.ts";
import { KeptFiles } from "../../base/kept-files.ts";
import { RunStore } from "../../context/runs/run-store.ts";
import { CallLog } from "../../providers/call-log.ts";
import { costOfCall } from "../../providers/cost-of.ts";
import { ServedWindows } from "../../providers/served-windows.ts";
import { refusedPlaces } from "../../sessions/refused-places.ts";
import { ReplyMarks } from "../../sessions/reply-marks.ts";
import { SessionSearch } from "../../sessions/session-search.ts";
import { sessionFolders, sessionRoots } from "../../sessions/session-folder.ts";
import { SessionsInTurn } from "../../sessions/sessions-in-turn.ts";
import { Sessions } from "../../sessions/sessions.ts";
import type { DeclaredRooms, Ground, SessionRooms, StoreRooms } from "../rooms.ts";

/** Conversations, the prompts that were sent, and the windows that servers were measured to have. */
export const sessionLayer = (
  rooms: Ground & Pick<StoreRooms, "store"> & Pick<DeclaredRooms, "agents" | "subagents" | "settings">,
): SessionRooms => {
  const { folder, real, person, ports, paths, events, warnings, userSettings } = rooms;
  const { providers, store, agents, subagents, settings } = rooms;
  const roots = sessionRoots(real, person.overlay);
  const own = new KeptFiles(person.own);
  warnings.add(() => refusedPlaces(roots, own, [...agents.list(), ...subagents.agents()]));
  return {
    sessions: rooms.owned.own(
      new Sessions({
        project: folder,
        ...person,
        agents: () => [...agents.list(), ...subagents.agents()],
        marks: new ReplyMarks(paths.userData),
        search: new SessionSearch(store),
        clock: ports.clock,
        ids: ports.ids,
        onChange: (session) => events.publish({ event: "sessions.changed", session }),
        isTrusted: rooms.folderAccess.isTrusted,
        redacts: () => userSettings.get().redactSecrets,
      }),
    ),
    inTurn: new SessionsInTurn(),
    runs: new RunStore(store.db, () => settings.get().runsMaxBytes),
    calls: new CallLog({
      db: store.db,
      clock: ports.clock,
      ids: ports.ids,
      cost: costOfCall(providers),
    }),
    windows: new ServedWindows(providers, () => ports.clock.now().getTime()),
  };
};

/** Removes what a killed process was writing in the folders of conversations. Only for the owner of the project. */
export const clearSessionLitter = async ({
  real,
  person,
  agents,
}: Pick<Ground, "real" | "person"> & Pick<DeclaredRooms, "agents">): Promise<void> => {
  const roots = sessionRoots(real, person.overlay);
  for (const { folder } of agents.list().flatMap((agent) => sessionFolders(roots, agent))) {
    await clearLitter(folder.files, folder.path, processBegan());
  }
};
