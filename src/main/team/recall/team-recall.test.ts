import { expect, it } from "vitest";
import type { Events } from "#shared/contract/index.ts";
import { Bus } from "../../base/bus.ts";
import type { OpenSpace } from "../open-space.ts";
import { TeamRecall } from "./team-recall.ts";

const main = { scope: "main", memory: { enabled: true } } as const;

const space = { state: () => ({ server: "here" }), membership: { spaceName: "Kitchen" } } as OpenSpace;

it("asks again after an answer that the space had no part in, and keeps one that it had", async () => {
  let isAway = true;
  const recall = new TeamRecall({
    teams: { of: async () => space },
    search: async () => {
      if (isAway) throw new Error("The server does not answer.");
      return [];
    },
    folder: "/project",
    events: new Bus<Events>({
      onError: (error) => {
        throw error;
      },
    }),
  });
  const ask = async () => {
    const before = recall.state();
    await recall.recall(Promise.resolve([]), "What is Hermann fed with?", main as never);
    return { note: recall.note(), mayBeKept: recall.state() === before };
  };
  expect(await ask()).toEqual({ note: "The server does not answer.", mayBeKept: false });
  isAway = false;
  expect(await ask()).toEqual({ note: null, mayBeKept: true });
  recall.close();
});
