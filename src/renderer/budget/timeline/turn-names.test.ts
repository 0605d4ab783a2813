import { expect, it } from "vitest";
import { turnNames } from "./turn-names.ts";

it("names runs by the turn of their conversation, and by the call where a turn has several", () => {
  const runs = [1, 3, 3, 4, 3].map((turn) => ({ turn }));
  expect(turnNames(runs).map(({ turn, call }) => `${turn}.${call}`)).toEqual([
    "1.1",
    "3.1",
    "3.2",
    "4.1",
    "3.3",
  ]);
  expect(turnNames([{ turn: null }, { turn: null }]).map(({ turn }) => turn)).toEqual([1, 2]);
});
