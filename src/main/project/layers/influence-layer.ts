import { Influence } from "../../influence/influence.ts";
import type { InfluenceRooms, Rooms } from "../rooms.ts";

type Needs = Pick<Rooms, "owned" | "runs" | "sessions" | "workspace">;

/** What mattered for answers: it reads what was sent and what was answered. */
export const influenceLayer = ({ owned, runs, sessions, workspace }: Needs): InfluenceRooms => {
  const influence = new Influence({
    runs,
    sessions,
    readFile: async (path) =>
      workspace.read("", path).then(
        ({ text }) => text,
        () => null,
      ),
  });
  owned.own(influence);
  return { influence };
};
