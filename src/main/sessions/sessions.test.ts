import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "#shared/contract/agents.ts";
import { readAgents } from "../agents/read-agents.ts";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import type { Sessions } from "./sessions.ts";
import { withRefused } from "../base/test-disk.ts";
import { openTestSessions, type TestSessions } from "./test-sessions.ts";

let project: string;
let juno: Agent;
let test: TestSessions;
let sessions: Sessions;
beforeEach(() => {
  test = openTestSessions();
  ({ project, sessions, agent: juno } = test);
});
afterEach(() => test.close());

const open = () => test.open();
const folder = () => join(project, "workspace", "agents", "juno", "sessions");
const read = (name: string) => readFileSync(join(folder(), name), "utf8");

const message = (
  id: string,
  parentId: string | null,
  role: "user" | "assistant",
  content: string,
): MessageEntry => ({
  type: "message",
  id,
  parentId,
  timestamp: "2026-11-16T10:00:00.000Z",
  role,
  content,
});
const started = async () => {
  const { id } = await sessions.create(juno, "main", "Flour");
  await sessions.append(id, [message("u1", null, "user", "How much flour?")]);
  await sessions.append(id, [message("a1", "u1", "assistant", "Twelve sacks.")]);
  return id;
};

describe("§6 files", () => {
  it("writes sessions.json in its published format", async () => {
    const id = await started();
    await sessions.setSummary(id, "Flour order");
    const index = JSON.parse(read("sessions.json")) as { sessions: Record<string, object>; version: number };
    expect(Object.keys(index)).toEqual(["sessions", "version"]);
    expect(index.version).toBe(1);
    expect(index.sessions[id]).toEqual({ summary: "Flour order", updatedAt: expect.any(String) });
  });

  it("uses the title as the summary of a session without one", async () => {
    const id = await started();
    expect(JSON.parse(read("sessions.json"))).toMatchObject({ sessions: { [id]: { summary: "Flour" } } });
  });

  it("keeps a corrupt sessions.json and rebuilds it from the logs", async () => {
    const id = await started();
    writeFileSync(join(folder(), "sessions.json"), "{broken");
    const [rebuilt] = await open().list({ archived: false });
    expect(rebuilt).toMatchObject({ id, title: "Flour", updatedAt: "2026-11-16T10:00:00.000Z" });
    const kept = readdirSync(folder()).find((name) => name.startsWith("sessions.json.corrupt-"));
    expect(kept && read(kept)).toBe("{broken");
  });

  it("sets a corrupt sessions.json aside once, however many callers read it at the same moment", async () => {
    const id = await started();
    writeFileSync(join(folder(), "sessions.json"), "{broken");
    const fresh = open();
    const reads = Array.from({ length: 8 }, () => [fresh.list({ archived: false }), fresh.read(id)]).flat();
    await Promise.all(reads);
    const kept = readdirSync(folder()).filter((name) => name.startsWith("sessions.json.corrupt-"));
    expect(kept.map((name) => read(name))).toEqual(["{broken"]);
    expect(JSON.parse(read("sessions.json"))).toMatchObject({ sessions: { [id]: {} }, version: 1 });
  });

  it("writes the same id once, in both files", async () => {
    const id = await started();
    await sessions.append(id, [message("a1", "u1", "assistant", "Twelve sacks.")]);
    for (const name of [`${id}.jsonl`, `${id}.log.jsonl`]) {
      expect(read(name).trim().split("\n")).toHaveLength(2);
    }
  });

  it("skips broken lines, reports them, and keeps them in the file", async () => {
    const id = await started();
    appendFileSync(join(folder(), `${id}.log.jsonl`), '{"type":"message","id":"x"}\nnot json');
    await sessions.append(id, [message("u2", "a1", "user", "And rye?")]);
    const view = await open().read(id);
    expect(view.entries.map((entry) => entry.id)).toEqual(["u1", "a1", "u2"]);
    expect(view.broken.map(({ line }) => line)).toEqual([3, 4]);
    expect(read(`${id}.log.jsonl`)).toContain("not json\n");
  });

  it("continues from the log when a crash left the context one step behind", async () => {
    const id = await started();
    const log = join(folder(), `${id}.log.jsonl`);
    appendFileSync(log, `${JSON.stringify(message("u2", "a1", "user", "Rye?"))}\n`);
    // The next turn comes later than a tick of the clock that files are dated with.
    const later = Date.now() / 1000 + 1;
    utimesSync(log, later, later);
    expect((await open().messages(id)).map(({ content }) => content)).toEqual([
      "How much flour?",
      "Twelve sacks.",
      "Rye?",
    ]);
  });

  it("writes what it restored into the context permanently, also when the whole file was missing", async () => {
    const id = await started();
    rmSync(join(folder(), `${id}.jsonl`));
    await open().append(id, [message("u2", "a1", "user", "Rye?")]);
    await open().append(id, [message("a2", "u2", "assistant", "Ten.")]);
    expect((await open().messages(id)).map(({ content }) => content)).toEqual([
      "How much flour?",
      "Twelve sacks.",
      "Rye?",
      "Ten.",
    ]);
  });

  it("refuses an id that would leave the folder, even when sessions.json names it", async () => {
    await started();
    const index = { sessions: { "../../../x": { summary: "", updatedAt: "" } }, version: 1 };
    writeFileSync(join(folder(), "sessions.json"), JSON.stringify(index));
    await expect(open().read("../../../x")).rejects.toMatchObject({ code: "session-not-found" });
    expect(await open().list({ archived: false })).toEqual([]);
  });

  for (const name of ["satchel.json", "sessions.json"]) {
    it(`writes nothing while ${name} cannot be read, and loses nothing when it can be read again`, async () => {
      const id = await started();
      await sessions.setSummary(id, "Flour order");
      const place = join(folder(), name);
      renameSync(place, `${place}.away`);
      mkdirSync(place);
      await expect(open().update(id, { title: "Again" })).rejects.toMatchObject({ code: "not-a-plain-file" });
      await expect(open().setSummary(id, "Again")).rejects.toMatchObject({ code: "not-a-plain-file" });
      rmSync(place, { recursive: true });
      renameSync(`${place}.away`, place);
      expect(await open().info(id)).toMatchObject({ title: "Flour", kind: "main", summary: "Flour order" });
    });
  }

  it.each(["EMFILE", "ENFILE", "EACCES", "EIO"])(
    "R4: writes neither list while it cannot be opened because of %s",
    async (code) => {
      const id = await started();
      await sessions.setSummary(id, "Flour order");
      const before = [read("satchel.json"), read("sessions.json")];
      for (const name of ["satchel.json", "sessions.json"]) {
        const refuses = (path: string) => path.endsWith(`/${name}`);
        // Otherwise what this process remembers of it is used.
        utimesSync(join(folder(), name), 1_000_000, 1_000_000);
        const change = async () => {
          await open().update(id, { title: "Again" });
          await open().setSummary(id, "Again");
        };
        await expect(withRefused(code, refuses, change)).rejects.toMatchObject({ name: "Failure" });
        expect([read("satchel.json"), read("sessions.json")]).toEqual(before);
      }
      expect(await open().info(id)).toMatchObject({ title: "Flour", kind: "main", summary: "Flour order" });
    },
  );

  it("keeps a satchel.json that was cut off, and takes over its complete entries", async () => {
    const first = await started();
    const second = await started();
    const whole = read("satchel.json");
    writeFileSync(join(folder(), "satchel.json"), whole.slice(0, whole.indexOf(second) + 60));
    const fresh = open();
    await Promise.all([fresh.update(second, { pinned: true }), fresh.info(first), fresh.read(second)]);
    expect(await open().info(first)).toMatchObject({ title: "Flour", kind: "main" });
    const kept = readdirSync(folder()).filter((name) => name.startsWith("satchel.json.corrupt-"));
    expect(kept.map((name) => read(name))).toEqual([whole.slice(0, whole.indexOf(second) + 60)]);
  });

  it("reports that the kind of a conversation is lost", async () => {
    const id = await started();
    writeFileSync(join(folder(), "satchel.json"), "{");
    const { broken, session } = await open().read(id);
    expect(session.kind).toBe("unknown");
    expect(broken).toMatchObject([
      { file: expect.stringMatching(/^satchel\.json\.corrupt-/), reason: expect.stringContaining("shared") },
    ]);
  });

  it("treats an unknown session as shared", async () => {
    const id = await started();
    writeFileSync(join(folder(), "satchel.json"), "{");
    expect((await open().info(id)).kind).not.toBe("main");
  });
});

describe("branches", () => {
  it("forks at an edited message and keeps the old branch", async () => {
    const id = await started();
    await sessions.goTo(id, null);
    await sessions.append(id, [message("u1b", null, "user", "How much rye?")]);
    const view = await sessions.read(id);
    expect(view.entries.map((entry) => entry.id)).toEqual(["u1b"]);
    expect(view.branches).toEqual({ u1b: ["u1", "u1b"] });
    await sessions.goTo(id, "a1");
    expect((await sessions.read(id)).entries.map((entry) => entry.id)).toEqual(["u1", "a1"]);
  });
});

describe("a fork without an entry", () => {
  const longer = async () => {
    const id = await started();
    await sessions.append(id, [message("u2", "a1", "user", "And rye?")]);
    await sessions.append(id, [message("a2", "u2", "assistant", "Two.")]);
    return id;
  };

  it("changes nothing on disk, so that a crash leaves the conversation intact", async () => {
    const id = await longer();
    const before = read(`${id}.jsonl`);
    await sessions.forkAt(id, "u1");
    expect((await sessions.messages(id)).map((each) => each.id)).toEqual(["u1"]);
    expect(read(`${id}.jsonl`)).toBe(before);
    expect((await open().read(id)).entries.map((entry) => entry.id)).toEqual(["u1", "a1", "u2", "a2"]);
    sessions.dropFork(id);
    expect((await sessions.read(id)).entries.map((entry) => entry.id)).toEqual(["u1", "a1", "u2", "a2"]);
  });

  it("becomes a branch with its first entry", async () => {
    const id = await longer();
    await sessions.forkAt(id, "u1");
    await sessions.append(id, [message("a1b", "u1", "assistant", "Ten sacks.")]);
    const view = await open().read(id);
    expect(view.entries.map((entry) => entry.id)).toEqual(["u1", "a1b"]);
    expect(view.branches).toEqual({ a1b: ["a1", "a1b"] });
  });

  it("attaches an answer that a crash cut off to its question", async () => {
    const id = await longer();
    await sessions.forkAt(id, "u1");
    const reply = await sessions.beginReply(id, {
      id: "a1b",
      parentId: "u1",
      timestamp: "2026-11-16T10:01:00.000Z",
      origin: "agent",
    });
    await reply.add("Ten sa");
    const after = open();
    expect(await after.recover(id)).toBe(true);
    expect((await after.messages(id)).map(({ content }) => content)).toEqual(["How much flour?", "Ten sa"]);
    expect((await after.read(id)).branches).toEqual({ a1b: ["a1", "a1b"] });
    await reply.close();
  });
});

describe("an answer that is still arriving", () => {
  it("is on disk at once and becomes an interrupted answer after a crash", async () => {
    const id = await started();
    const header = {
      id: "a2",
      parentId: "a1",
      timestamp: "2026-11-16T10:01:00.000Z",
      origin: "agent" as const,
    };
    const reply = await sessions.beginReply(id, header);
    await reply.add("Half an ");
    await reply.add("answer");
    const after = open();
    expect(await after.recover(id)).toBe(true);
    expect((await after.read(id)).entries.at(-1)).toMatchObject({
      id: "a2",
      content: "Half an answer",
      interrupted: true,
    });
    expect(await after.recover(id)).toBe(false);
    expect(existsSync(join(folder(), `${id}.partial`))).toBe(false);
  });
});

describe("search", () => {
  it("finds words in messages, also after a different program changed the log", async () => {
    const id = await started();
    expect(await sessions.search("sack", 10)).toMatchObject([{ session: id, message: "a1" }]);
    appendFileSync(
      join(folder(), `${id}.log.jsonl`),
      `${JSON.stringify(message("u2", "a1", "user", "caraway"))}\n`,
    );
    expect(await sessions.search("caraw", 10)).toMatchObject([{ message: "u2" }]);
  });

  it("treats FTS syntax as plain words", async () => {
    await started();
    for (const query of ['"', "*", "NEAR(", "-", "flour OR (", ""]) await sessions.search(query, 10);
    expect(await sessions.search('flour" AND "', 10)).toEqual([]);
  });
});

it("lists pinned sessions first and archived ones separately", async () => {
  const first = await started();
  const second = await started();
  await sessions.update(first, { pinned: true });
  expect((await sessions.list({ archived: false })).map(({ id }) => id)).toEqual([first, second]);
  await sessions.update(first, { archived: true });
  expect((await sessions.list({ archived: true })).map(({ id }) => id)).toEqual([first]);
});

it("adds to the transcript what a crash kept out of it, once and in order", async () => {
  const [agent] = readAgents("agents:\n  - id: juno\n    transcriptsDir: transcripts\n").agents;
  if (!agent) throw new Error("no agent");
  const reopen = () => test.open([agent]);
  const before = reopen();
  const { id } = await before.create(agent, "main", "Flour");
  await before.append(id, [message("u1", null, "user", "How much?")]);
  await before.append(id, [message("a1", "u1", "assistant", "Twelve.")]);
  const place = join(project, "transcripts", `${id}.jsonl`);
  const lines = readFileSync(place, "utf8").trimEnd().split("\n");
  // As if the process had been killed after the log and before the transcript.
  writeFileSync(place, `${lines.slice(0, 2).join("\n")}\n`);
  const after = reopen();
  await after.append(id, [message("u2", "a1", "user", "And rye?")]);
  await after.append(id, [message("a2", "u2", "assistant", "Two.")]);
  const ids = readFileSync(place, "utf8").match(/"message_id":"\w+"/g);
  expect(ids).toEqual(["u1", "a1", "u2", "a2"].map((each) => `"message_id":"${each}"`));
});
