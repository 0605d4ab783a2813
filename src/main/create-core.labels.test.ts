import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { scripts } from "../../e2e/wire-server/script.ts";
import { useTalk } from "./test-talk.ts";

const talk = useTalk();

const labels = async () =>
  Object.fromEntries(
    (await talk.client.call("sessions.list", {})).sessions.map((session) => [session.id, session.labels]),
  );

it("labels conversations in the project's own session data, renames a label everywhere, and undoes it", async () => {
  const one = await talk.begin();
  const { session } = await talk.client.call("sessions.create", { title: "Staff" });
  await talk.send(one, "Hello", scripts.normal);
  await talk.client.call("sessions.update", { session: one, labels: ["orders", "mill"] });
  await talk.client.call("sessions.update", { session: session.id, labels: ["orders"] });
  const kept = readFileSync(join(talk.project, "workspace/agents/juno/sessions/satchel.json"), "utf8");
  expect(kept).toContain('"mill"');

  const { before } = await talk.client.call("sessions.renameLabel", { from: "orders", to: "mill" });
  expect(await labels()).toEqual({ [one]: ["mill"], [session.id]: ["mill"] });
  await talk.client.call("sessions.setLabels", { sessions: before });
  expect(await labels()).toEqual({ [one]: ["orders", "mill"], [session.id]: ["orders"] });
  await talk.client.call("sessions.renameLabel", { from: "orders", to: null });
  expect(await labels()).toEqual({ [one]: ["mill"], [session.id]: [] });
});

it("keeps labels with a conversation that is removed and restored", async () => {
  const session = await talk.begin();
  await talk.send(session, "Hello", scripts.normal);
  await talk.client.call("sessions.update", { session, labels: ["mill"] });
  const { undo } = await talk.client.call("sessions.remove", { session });
  await talk.client.call("sessions.undoRemove", { undo: undo ?? "" });
  expect(await labels()).toEqual({ [session]: ["mill"] });
});

it("refuses labels without end", async () => {
  const session = await talk.begin();
  const many = Array.from({ length: 21 }, (_, n) => `l${n}`);
  await expect(talk.client.call("sessions.update", { session, labels: many })).rejects.toMatchObject({
    code: "invalid-input",
  });
});
