import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { numbersIn, onceEach } from "./known.ts";
import type { Place, Scenario } from "../scenario.ts";

const exported = z.object({ proposals: z.array(z.object({ body: z.string() })) });

const WAIT_MS = 200;
const MAX_WAITS = 300;

const spaceOf = async ({ client }: Place): Promise<string | null> =>
  (await client.call("team.spaces", {})).spaces[0]?.space ?? null;

/** The server may be on its way down or up again at any moment. */
const untilDone = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === MAX_WAITS) throw error;
      await wait(WAIT_MS);
    }
  }
};

/** What a member shares: on this disk, or on the server, and in the end there once and in order. */
const shares: Scenario = {
  name: "shares",
  postgres: true,
  workMs: 2_500,
  begin: async (place) =>
    untilDone(async () => {
      const known = await spaceOf(place);
      if (known !== null) return known;
      const { space } = await place.client.call("team.init", {
        url: place.postgres ?? "",
        team: "Bakery",
        name: "Kitchen",
        memberName: "Anna",
      });
      return space;
    }),
  step: async ({ client }, n, space) => {
    const { arrival } = await client.call("team.share", {
      space,
      kind: "memory",
      body: `Shared number ${n} is kept.`,
    });
    return arrival;
  },
  check: async (place, done) => {
    const space = await spaceOf(place);
    if (space === null) return done.acknowledged.length === 0 ? [] : ["the space is not known any more"];
    const { client } = place;
    await untilDone(async () => {
      const { arrival } = await client.call("team.retry", { space });
      if (arrival !== "sent") throw new Error("Changes still wait, although the server is there.");
    });
    const { entries } = await client.call("team.outbox", { space });
    // Lists are cut at a thousand; the export has all, oldest first.
    const { text } = await client.call("team.export", { space });
    const { proposals } = exported.parse(JSON.parse(text));
    const numbers = numbersIn(proposals.map(({ body }) => body).join("\n"), /Shared number (\d+) is kept\./g);
    const isInOrder = numbers.every((n, index) => index === 0 || n > (numbers[index - 1] ?? 0));
    return [
      ...onceEach(numbers, done, "shared text"),
      ...(isInOrder ? [] : ["they did not arrive in order"]),
      ...entries.map(({ number, state, code }) => `change ${number} is ${state}: ${code}`),
    ];
  },
};

export const teamScenarios: readonly Scenario[] = [shares];
