import { afterEach, beforeEach, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import type { Store } from "../../store/open-store.ts";
import { Procedures } from "./procedures.ts";
import { newStore } from "../test-memory.ts";

let store: Store;
let procedures: Procedures;
beforeEach(() => {
  store = newStore();
  procedures = new Procedures(store, randomIds);
});
afterEach(() => store.close());

const at = new Date("2026-11-16T00:00:00.000Z");

it("recognises a workflow by its name, stores the latest steps, and strengthens it by 0.10", () => {
  const [id] = procedures.upsert("w", [{ name: "Scoring loaves", steps: ["Cut"] }], at);
  expect(procedures.list("w")).toMatchObject([{ id, strength: 0.5, uses: 0 }]);
  expect(procedures.upsert("w", [{ name: "scoring LOAVES", steps: ["Cut twice"] }], at)).toEqual([]);
  expect(procedures.list("w")).toMatchObject([{ id, steps: ["Cut twice"], strength: 0.6, uses: 1 }]);
});

it("is reinforced by use, up to 1", () => {
  const ids = procedures.upsert("w", [{ name: "Scoring", steps: ["Cut"] }], at);
  for (let n = 0; n < 7; n += 1) procedures.use(ids, at);
  expect(procedures.list("w")).toMatchObject([{ strength: 1, uses: 7 }]);
});

it("keeps workspaces apart", () => {
  procedures.upsert("w", [{ name: "Scoring", steps: ["Cut"] }], at);
  expect(procedures.list("other")).toEqual([]);
});
