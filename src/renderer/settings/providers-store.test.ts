import { expect, it } from "vitest";
import { createClient } from "#shared/contract/index.ts";
import { createProvidersStore } from "./providers-store.ts";

it("has settled only when the last choice is saved, also when saving fails", async () => {
  const done: string[] = [];
  let release = () => {};
  const client = createClient({
    request: async (method) => {
      if (method === "agents.save") await new Promise<void>((free) => (release = free));
      done.push(method);
      return method === "agents.save"
        ? { ok: false, error: { code: "agents-unreadable", message: "Repair it first." } }
        : { ok: true, value: { agents: [] } };
    },
    listen: () => () => {},
  });
  const store = createProvidersStore(client);
  await store.getState().settled();
  const chosen = store.getState().choose("main", { provider: "attic", model: "tiny" });
  const settled = store
    .getState()
    .settled()
    .then(() => done.push("settled"));
  expect(done).toEqual([]);
  release();
  await expect(chosen).rejects.toMatchObject({ code: "agents-unreadable" });
  await settled;
  expect(done).toEqual(["agents.save", "settled"]);
});
