import { expect, it } from "vitest";
import { SessionsInTurn } from "./sessions-in-turn.ts";

it("treats a session as in turn until the last task in it ends", () => {
  const inTurn = new SessionsInTurn();
  const endTurn = inTurn.begin("one");
  const endReading = inTurn.begin("one");
  expect([inTurn.has("one"), inTurn.has("two")]).toEqual([true, false]);
  endTurn();
  endTurn();
  expect(inTurn.has("one")).toBe(true);
  endReading();
  expect(inTurn.has("one")).toBe(false);
});
