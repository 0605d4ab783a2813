import { Watch } from "../../watch/watch.ts";
import type { Rooms, WatchRooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  "owned" | "ports" | "events" | "userSettings" | "providers" | "processTokens" | "workspace"
>;

/** Off until the user starts it. Counts of what is seen are not stored either, so the process counts. */
export const watchLayer = (rooms: Needs): WatchRooms => {
  const { owned, ports, events, userSettings, providers, processTokens, workspace } = rooms;
  const watch = new Watch({
    tokens: processTokens,
    files: async () => {
      await workspace.files.completeSoon();
      return workspace.roots
        .workspaces()
        .flatMap((folder) => workspace.files.list(folder))
        .map((file) => ({ path: file.path, sha: file.sha, text: () => file.front() + file.text() }));
    },
    priceOf: (model) => providers.listPrice(model),
    patienceMs: () => userSettings.get().network.patienceMinutes * 60_000,
    clock: ports.clock,
    ids: ports.ids,
    log: ports.log,
    emit: events.publish,
  });
  owned.own(watch);
  return { watch };
};
