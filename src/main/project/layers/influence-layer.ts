import { Influence } from "../../influence/influence.ts";
import type { InfluenceRooms, Rooms } from "../rooms.ts";

type Needs = Pick<
  Rooms,
  | "calls"
  | "events"
  | "localModels"
  | "owned"
  | "ports"
  | "profiles"
  | "providers"
  | "runs"
  | "sessions"
  | "store"
  | "userSettings"
  | "workspace"
>;

/** What mattered for answers: it reads what was sent and what was answered. */
export const influenceLayer = (rooms: Needs): InfluenceRooms => {
  const { events, owned, runs, sessions, workspace } = rooms;
  const influence = new Influence({
    runs,
    sessions,
    models: rooms.localModels,
    db: rooms.store.db,
    clock: rooms.ports.clock,
    onProgress: (run, progress) => events.publish({ event: "influence.progress", run, ...progress }),
    onMeasured: (run) => events.publish({ event: "influence.measured", run }),
    onAnswered: (run, done, of) => events.publish({ event: "influence.answered", run, done, of }),
    providers: rooms.providers,
    calls: rooms.calls,
    sampling: () => rooms.userSettings.get().influence,
    power: rooms.ports.power ?? null,
    pinned: async () => {
      const { profiles } = await rooms.profiles.list();
      return new Set(profiles.flatMap((profile) => profile.pin));
    },
    log: rooms.ports.log,
    readFile: async (path) =>
      workspace.read("", path).then(
        ({ text }) => text,
        () => null,
      ),
  });
  owned.own(influence);
  events.on("chat.started", () => influence.turnBegan());
  events.on("chat.ended", ({ session }) => influence.turnEnded(session));
  return { influence };
};
