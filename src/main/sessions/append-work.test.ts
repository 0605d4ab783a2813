import { appendFileSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { openTestSessions, type TestSessions } from "./test-sessions.ts";

/** What a message costs is counted, not timed: bytes read, files written, rows touched. */
let test: TestSessions;
beforeEach(() => {
  test = openTestSessions();
});
afterEach(() => {
  vi.restoreAllMocks();
  test.close();
});

const message = (at: number): MessageEntry => ({
  type: "message",
  id: `m${at}`,
  parentId: at === 0 ? null : `m${at - 1}`,
  timestamp: "2026-11-16T10:00:00.000Z",
  role: at % 2 === 0 ? "user" : "assistant",
  content: `Message ${at} is about the flour and what it costs in winter.`,
});

/** Work of one more message, its prompt and its place in the lists, in a conversation of the given length. */
const workAt = async (messages: number) => {
  const { sessions, agent, store } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(
    id,
    Array.from({ length: messages }, (_, at) => message(at)),
  );
  await sessions.append(id, [message(messages)]);
  const read = vi.spyOn(KeptFiles.prototype, "read");
  const changes = () => store.db.prepare("select total_changes()").pluck().get() as number;
  const before = changes();
  await sessions.append(id, [message(messages + 1)]);
  const seen = await sessions.messages(id);
  await sessions.info(id);
  const rows = changes() - before;
  const files = read.mock.calls.map(([path]) => path).filter((path) => path.includes(id));
  read.mockRestore();
  return { seen: seen.length, rows, files };
};

it("reads no conversation again and touches a few rows, however long it is", async () => {
  const short = await workAt(10);
  const long = await workAt(400);
  expect([short.seen, long.seen]).toEqual([12, 402]);
  expect([short.files, long.files]).toEqual([[], []]);
  // The full-text index merges a few of its own rows now and then.
  expect([short.rows < 100, long.rows < 100]).toEqual([true, true]);
  expect((await test.sessions.search("winter", 5000)).length).toBe(12 + 402);
});

it("costs as much among a few conversations as among many", async () => {
  const { sessions, agent, project } = test;
  const lists = ["sessions.json", "satchel.json"];
  const amongThese = async () => {
    const work = await workAt(4);
    const { id } = await sessions.create(agent, "main", "Measured");
    await sessions.append(id, [message(0)]);
    await sessions.close();
    // A list that was written a moment ago is read again.
    for (const name of lists) {
      utimesSync(join(project, "workspace", "agents", "juno", "sessions", name), 1_000_000, 1_000_000);
    }
    const opened = test.open();
    const write = vi.spyOn(KeptFiles.prototype, "write");
    const read = vi.spyOn(KeptFiles.prototype, "read");
    for (let at = 1; at < 20; at += 1) await opened.append(id, [message(at)]);
    await opened.messages(id);
    const ofLists = ({ mock }: typeof write | typeof read) =>
      mock.calls.filter(([path]) => lists.some((name) => path.endsWith(name))).length;
    const counted = { written: ofLists(write), read: ofLists(read) };
    vi.restoreAllMocks();
    await opened.close();
    return { work, counted };
  };
  const few = await amongThese();
  for (let n = 0; n < 300; n += 1) await sessions.create(agent, "main", `Talk ${n}`);
  const many = await amongThese();
  expect(many.work).toEqual(few.work);
  // Once for twenty messages, and a second time when a second passes meanwhile.
  for (const { counted } of [few, many]) {
    expect(counted.written).toBeLessThanOrEqual(2);
    expect(counted.read).toBeLessThanOrEqual(6);
  }
});

it("R12: keeps no more conversations in memory than its limit, however many were read", async () => {
  const { sessions, agent } = test;
  const long = "Flour, water, salt and time. ".repeat(40_000);
  const ids: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const { id } = await sessions.create(agent, "main", `Talk ${n}`);
    await sessions.append(id, [{ ...message(0), content: long }]);
    ids.push(id);
  }
  for (const id of ids) await sessions.load(id);
  const read = vi.spyOn(KeptFiles.prototype, "read");
  const isReadAgain = async (id: string | undefined) => {
    read.mockClear();
    await sessions.load(id ?? "");
    return read.mock.calls.some(([path]) => path.includes(id ?? "-"));
  };
  // Nine conversations take 20 MB in their two files; 16 MB are kept.
  expect([await isReadAgain(ids.at(-1)), await isReadAgain(ids[0])]).toEqual([false, true]);
});

it("reads the files again when another program wrote to them", async () => {
  const { sessions, agent, project } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(id, [message(0)]);
  const folder = join(project, "workspace", "agents", "juno", "sessions");
  for (const name of [`${id}.log.jsonl`, `${id}.jsonl`])
    appendFileSync(join(folder, name), `${JSON.stringify(message(1))}\n`);
  await sessions.append(id, [message(2)]);
  expect((await sessions.messages(id)).map((each) => each.id)).toEqual(["m0", "m1", "m2"]);
  expect((await sessions.search("flour", 10)).map((hit) => hit.message).sort()).toEqual(["m0", "m1", "m2"]);
});

it("gives the same message objects again, so that what was derived from them is found", async () => {
  const { sessions, agent } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(id, [message(0), message(1)]);
  const [before] = await sessions.messages(id);
  await sessions.append(id, [message(2)]);
  expect((await sessions.messages(id))[0]).toBe(before);
});

it("writes the list of conversations once for many messages, and before the project is closed", async () => {
  const { sessions, agent, project, open } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(id, [message(0)]);
  const list = join(project, "workspace", "agents", "juno", "sessions", "sessions.json");
  const write = vi.spyOn(KeptFiles.prototype, "write");
  for (let at = 1; at < 20; at++) await sessions.append(id, [message(at)]);
  const written = () => write.mock.calls.filter(([path]) => path.endsWith("sessions.json")).length;
  expect(written()).toBeLessThanOrEqual(2);
  const { updatedAt } = await sessions.info(id);
  await sessions.close();
  expect(readFileSync(list, "utf8")).toContain(updatedAt);
  expect((await open().info(id)).updatedAt).toBe(updatedAt);
});

it("removes a long conversation from the search in small steps, and finds nothing of it meanwhile", async () => {
  const { sessions, agent, store } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(
    id,
    Array.from({ length: 450 }, (_, at) => message(at)),
  );
  const transact = vi.spyOn(store, "transact");
  const gone = sessions.forget(id);
  let largest = 0;
  let count = () => store.db.prepare("select count(*) from session_rows").pluck().get() as number;
  transact.mockImplementation((work) => {
    const before = count();
    const result = store.db.transaction(work)();
    largest = Math.max(largest, before - count());
    expect(store.db.prepare("select count(*) from session_logs").pluck().get()).toBe(0);
    return result;
  });
  await gone;
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(100);
  expect(count()).toBe(0);
  count = () => store.db.prepare("select count(*) from session_fts").pluck().get() as number;
  expect(count()).toBe(0);
});

it("removes what a killed process left of a removed conversation", async () => {
  const { sessions, agent, store } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(id, [message(0), message(1)]);
  store.db.prepare("delete from session_logs where session = ?").run(id);
  await sessions.forget(id);
  store.db
    .prepare("insert into session_fts (session, message, timestamp, text) values ('x', 'm', 't', 'flour')")
    .run();
  store.db
    .prepare("insert into session_rows select rowid, session from session_fts where session = 'x'")
    .run();
  expect(await sessions.search("flour", 10)).toEqual([]);
  expect(store.db.prepare("select count(*) from session_fts").pluck().get()).toBe(0);
});

it("is read as it was before while a message is being written to its two files", async () => {
  const { sessions, agent } = test;
  const { id } = await sessions.create(agent, "main", "Flour");
  await sessions.append(id, [message(0)]);
  const { lineage } = await sessions.load(id);
  const lengths = new Set<number>();
  const lineages = new Set<unknown>();
  const state = { isWriting: true };
  const writing = (async () => {
    for (let at = 1; at < 30; at++) await sessions.append(id, [message(at)]);
    state.isWriting = false;
  })();
  while (state.isWriting) {
    const loaded = await sessions.load(id);
    lengths.add(loaded.log.length - loaded.context.length);
    lineages.add(loaded.lineage);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  await writing;
  // The log is never seen without what the context lacks, and the files are not read again.
  expect([...lengths]).toEqual([0]);
  expect([...lineages]).toEqual([lineage]);
});
