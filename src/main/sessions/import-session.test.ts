import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { KeptFile } from "../base/kept-file.ts";
import { exportSession } from "./export-session.ts";
import { importSession } from "./import-session.ts";
import { openTestSessions, type TestSessions } from "./test-sessions.ts";

let test: TestSessions;
beforeEach(() => {
  test = openTestSessions();
});
afterEach(() => test.close());

const said = (id: string, parentId: string | null, content: string, minute = 0): SessionEntry => ({
  type: "message",
  id,
  parentId,
  timestamp: `2025-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`,
  role: id.startsWith("u") ? "user" : "assistant",
  content,
});

/** Two answers to one question; the first of them was continued last. */
const branched: readonly SessionEntry[] = [
  said("u1", null, "Which flour?"),
  said("a2", "u1", "Wheat.", 1),
  said("a1", "u1", "Rye.", 2),
  said("u2", "a1", "How much?", 3),
];

const exported = (entries: readonly unknown[], session: object = {}, more: object = {}) =>
  JSON.stringify({ format: "satchel-session", version: 1, session, entries, ...more });

const take = (text: string) => importSession(test.sessions, test.agent, text);
const contents = (messages: readonly { readonly content: string }[]) =>
  messages.map(({ content }) => content);

it("shows the model only the branch that is shown", async () => {
  const { session } = await take(exported(branched));
  expect(contents(await test.sessions.messages(session.id))).toEqual(["Which flour?", "Rye.", "How much?"]);
  const { entries, branches } = await test.sessions.read(session.id);
  expect(entries.map(({ id }) => id)).toEqual(["u1", "a1", "u2"]);
  expect(branches).toEqual({ a1: ["a2", "a1"] });
});

it("leaves no conversation behind when the disk fills up after its first file", async () => {
  const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
  const disk = vi.spyOn(KeptFile.prototype, "write").mockRejectedValueOnce(full);
  await expect(take(exported(branched))).rejects.toMatchObject({ code: "disk-full" });
  expect(disk).toHaveBeenCalledOnce();
  disk.mockRestore();
  expect(await test.open().list({ archived: false })).toEqual([]);
  const { session } = await take(exported(branched));
  expect(await test.sessions.messages(session.id)).toHaveLength(3);
});

it("keeps the branch that was selected, and what a summary replaced", async () => {
  const { sessions, agent } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(id, branched.slice(0, 1));
  await sessions.append(id, [branched[1] as SessionEntry]);
  await sessions.goTo(id, "u1");
  await sessions.append(id, branched.slice(2));
  await sessions.goTo(id, "a2");
  const other = await take((await exportSession(sessions, id, "json")).text);
  expect(contents(await sessions.messages(other.session.id))).toEqual(["Which flour?", "Wheat."]);

  await sessions.goTo(id, "u2");
  const summary: SessionEntry = {
    type: "summary",
    id: "s1",
    parentId: "c1",
    timestamp: "2025-03-01T11:00:00.000Z",
    content: "Flour was discussed.",
  };
  await sessions.compact(
    id,
    [
      {
        type: "compaction",
        id: "c1",
        parentId: "u2",
        timestamp: summary.timestamp,
        summarised: ["u1", "a1"],
        freed: 3,
      },
      summary,
    ],
    [summary, branched[3] as SessionEntry],
  );
  await sessions.forget(other.session.id);
  const again = await take((await exportSession(sessions, id, "json")).text);
  expect(contents(await sessions.messages(again.session.id))).toEqual(["Flour was discussed.", "How much?"]);
});

it("makes one conversation of the same file imported twice, and adds what a longer one has", async () => {
  const first = await take(exported(branched.slice(0, 2), { id: "s-1", title: "Flour" }));
  const second = await take(exported(branched.slice(0, 2), { id: "s-1", title: "Flour" }));
  expect(second.session.id).toBe(first.session.id);
  expect((await test.sessions.list({ archived: false })).length).toBe(1);
  const grown = await take(exported(branched, { id: "s-1", title: "Renamed there" }));
  expect(grown.session).toMatchObject({ id: first.session.id, title: "Flour", messages: 4 });
  expect((await test.sessions.load(grown.session.id)).log.map(({ id }) => id)).toEqual([
    "u1",
    "a2",
    "a1",
    "u2",
  ]);
  // Nothing was said here, so the selected branch is the one of the file.
  expect(contents(await test.sessions.messages(grown.session.id))).toEqual([
    "Which flour?",
    "Rye.",
    "How much?",
  ]);
});

it("leaves the selected branch alone once something was said here", async () => {
  const { session } = await take(exported(branched.slice(0, 2), { id: "s-1" }));
  await test.sessions.append(session.id, [said("u9", "a2", "And water?")]);
  await take(exported(branched, { id: "s-1" }));
  expect(contents(await test.sessions.messages(session.id))).toEqual([
    "Which flour?",
    "Wheat.",
    "And water?",
  ]);
});

it("recognises a file without an id by its first entry", async () => {
  const lines = (entries: readonly SessionEntry[]) => entries.map((each) => JSON.stringify(each)).join("\n");
  const first = await take(lines(branched.slice(0, 2)));
  expect((await take(lines(branched))).session.id).toBe(first.session.id);
  expect((await take(lines([said("u1", null, "Which oven?")]))).session.id).not.toBe(first.session.id);
});

it("never adds to a conversation that was not imported, whatever id a file has", async () => {
  const { sessions, agent } = test;
  const own = await sessions.create(agent, "main", "Mine");
  await sessions.append(own.id, [said("u7", null, "Mine.")]);
  const { session } = await take(exported(branched, { id: own.id }));
  expect(session.id).not.toBe(own.id);
  expect(contents(await sessions.messages(own.id))).toEqual(["Mine."]);
});

it("keeps the times of a conversation", async () => {
  const { session } = await take(exported(branched, { createdAt: "2025-02-28T08:00:00.000Z" }));
  expect(session.createdAt).toBe("2025-02-28T08:00:00.000Z");
  expect(session.updatedAt).toBe("2025-03-01T10:03:00.000Z");
  const other = await take(exported([said("u5", null, "No time in the head.", 5)]));
  expect(other.session.createdAt).toBe("2025-03-01T10:05:00.000Z");
});

it("writes nothing of it to the audit transcript, not even when the conversation goes on", async () => {
  const { open, agent, project } = test;
  const kept = { ...agent, transcriptsDir: "transcripts" };
  const sessions = open([kept]);
  const { session } = await importSession(sessions, kept, exported(branched));
  const folder = join(project, "transcripts");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  await open([kept]).append(session.id, [said("u9", "u2", "Said here.", 9)]);
  const lines = readFileSync(join(folder, `${session.id}.jsonl`), "utf8")
    .trim()
    .split("\n");
  const texts = lines.slice(1).map((line) => (JSON.parse(line) as { content: string }).content);
  expect(texts).toEqual(["Said here."]);
});

it("counts calls of tools as from outside, too", async () => {
  const call = { type: "tool_use", id: "t1", parentId: "u1", timestamp: "", name: "look", args: {} };
  const { session } = await take(exported([branched[0], call]));
  const origins = (await test.sessions.said(session.id)).map(({ origin }) => origin);
  expect(origins).toEqual(["outside", "outside"]);
});
