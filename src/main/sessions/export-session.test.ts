import { afterEach, beforeEach, expect, it } from "vitest";
import { exportSession } from "./export-session.ts";
import { importSession } from "./import-session.ts";
import { openTestSessions, type TestSessions } from "./test-sessions.ts";

let test: TestSessions;
beforeEach(() => {
  test = openTestSessions();
});
afterEach(() => test.close());

const said = async (title: string) => {
  const { sessions, agent } = test;
  const { id } = await sessions.create(agent, "main", title);
  const timestamp = "2026-11-17T10:00:00.000Z";
  await sessions.append(id, [
    { type: "message", id: "u1", parentId: null, timestamp, role: "user", content: "Which flour?" },
    { type: "message", id: "a1", parentId: "u1", timestamp, role: "assistant", content: "Rye." },
  ]);
  return id;
};

it("exports as JSON what importing turns into the same conversation", async () => {
  const { sessions, agent } = test;
  const id = await said("Flour & water");
  const { name, text } = await exportSession(sessions, id, "json");
  expect(name).toMatch(/^Flour & water \d{4}-\d\d-\d\d\.json$/);
  const { session, broken } = await importSession(sessions, agent, text);
  expect(broken).toEqual([]);
  expect(session).toMatchObject({ title: "Flour & water", kind: "main" });
  const before = (await sessions.read(id)).entries;
  const entries = (await sessions.read(session.id)).entries;
  // Written elsewhere, as far as anybody can tell: whatever the file says about itself.
  expect(entries).toEqual(before.map((entry) => ({ ...entry, origin: "outside", imported: "satchel" })));
});

it("exports as Markdown for people, and names a file without a title", async () => {
  const { name, text } = await exportSession(test.sessions, await said(""), "markdown", "Europe/Vienna");
  expect(name).toMatch(/^Conversation \d{4}-\d\d-\d\d\.md$/);
  expect(text).toContain("## You, 17 November 2026, 11:00\n\nWhich flour?");
});

it("reports broken lines of an imported file, and refuses one without a conversation", async () => {
  const { sessions, agent } = test;
  const { text } = await exportSession(sessions, await said("Rye"), "json");
  const damaged = JSON.parse(text) as { entries: unknown[] };
  damaged.entries.push({ type: "message", id: 7 });
  const { broken } = await importSession(sessions, agent, JSON.stringify(damaged));
  expect(broken).toMatchObject([{ line: 3 }]);
  await expect(importSession(sessions, agent, "hello")).rejects.toMatchObject({ code: "not-a-session" });
});

it("knows the titles of archived conversations, also for what a search finds", async () => {
  const { sessions } = test;
  const id = await said("Rye");
  await sessions.update(id, { archived: true });
  expect((await sessions.titles()).get(id)).toBe("Rye");
  expect(await sessions.search("flour", 5)).toMatchObject([{ session: id, title: "Rye" }]);
});

it("reports a conversation that was created", async () => {
  const { id } = await test.sessions.create(test.agent, "main", "Rye");
  expect(test.changed.map((session) => session.id)).toEqual([id]);
});
