import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient, type Events } from "#shared/contract/index.ts";
import { scripts } from "../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { openReadStore } from "./store/open-read-store.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";

let server: WireServer;
let core: Core;
let client: Client;
let project: string;
let events: Events[];

beforeEach(async () => {
  server = await startWireServer(scripts.normal, { models: ["tiny"], trained: 32_768 });
  project = temporaryProject({
    "workspace/AGENTS.md": "Answer briefly.",
    "workspace/MEMORY.md": "# Memory\n\n- The oven runs at 230 degrees.\n",
  });
  events = [];
});
afterEach(async () => {
  await core.close();
  await server.close();
});

const begin = async ({ agent = "", kind = "main", model = true } = {}) => {
  const speaker = model
    ? "    provider: lab\n    model: tiny\n    maxContextTokens: 8192\n    maxOutputTokens: 512\n"
    : "";
  put(project, { "agents.yaml": `agents:\n  - id: juno\n${speaker}${agent}` });
  const userData = mkdtempSync(join(tmpdir(), "satchel-memory-"));
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  core.on((event) => events.push(event));
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
  await client.call("settings.set", { project: { timeZone: "UTC" } });
  await client.call("providers.save", {
    id: "lab",
    kind: "openai-compatible",
    name: "Lab",
    baseUrl: `${server.origin}/v1`,
  });
  const { session } = await client.call("sessions.create", { kind });
  return session.id;
};
const say = async (session: string, ...texts: string[]) => {
  for (const text of texts) await client.call("chat.send", { session, text });
};
const learned = async (session: string) => {
  await expect.poll(() => events.some(({ event }) => event === "memory.learned")).toBe(true);
  return (await client.call("memory.learned", { session })).learned;
};
/** What was learned when the background had its time: closing waits for it. */
const learnedAtEnd = async () => {
  await core.close();
  const heard = events.filter(({ event }) => event === "memory.learned").length;
  return { heard, files: existsSync(join(project, "workspace", "memory")) };
};
const nothing = { heard: 0, files: false };
const daily = () => {
  const folder = join(project, "workspace", "memory");
  return readdirSync(folder)
    .filter((name) => /^\d{4}-\d{2}-\d{2}\.md$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
};
/** What was said and can be found, in its order. */
const spoken = () => {
  const read = openReadStore(join(project, ".satchel/index.db"));
  try {
    return read.db.prepare("select text from memories where tier = 'session' order by id").pluck().all();
  } finally {
    read.close();
  }
};
const memory = () => readFileSync(join(project, "workspace", "MEMORY.md"), "utf8");
const texts = (count: number) => Array.from({ length: count }, (_, n) => `Question ${n}`);

describe("the memory tools", () => {
  const run = async (name: string, args: unknown, session?: string) =>
    (await client.call("tools.run", { name, args, session })).content;

  it("search line by line, read and write", async () => {
    const session = await begin({ model: false });
    expect(await run("memory_search", { query: "oven" })).toBe(
      "Found 1 matches:\nSource: MEMORY.md#3: - The oven runs at 230 degrees.",
    );
    const noted = await run("memory_write", { text: "Rye is out.", kind: "outcome" }, session);
    expect(noted).toMatch(/^Noted in workspace\/memory\/\d{4}-\d{2}-\d{2}\.md\.$/);
    expect(await run("memory_search", { query: "rye" })).toMatch(
      /^Found 1 matches:\nSource: memory\/[\d-]+\.md#1: - outcome: Rye is out\.$/,
    );
    expect(await run("memory_write", { text: "rye is out" })).toBe(
      "That is known already; nothing was written.",
    );
    expect(await run("memory_get", { path: "MEMORY.md", from: 3, lines: 1 })).toBe(
      "- The oven runs at 230 degrees.",
    );
    expect((await client.call("memory.learned", { session })).learned).toMatchObject([{ by: "tool" }]);
  });

  it("memory_get reads nothing but memory", async () => {
    await begin({ model: false });
    for (const path of ["AGENTS.md", "../SOUL.md", "memory/../AGENTS.md", "memory/.consolidation_state"]) {
      await expect(run("memory_get", { path })).rejects.toMatchObject({ code: "not-found" });
    }
  });

  it("my_stats says what there is", async () => {
    const session = await begin({ model: false });
    expect(JSON.parse(await run("my_stats", {}, session))).toEqual({
      agent_id: "juno",
      sessions_total: 1,
      memories_stored: expect.any(Number),
      memories_promoted: 0,
      last_dream_ts: null,
      recall_events_7d: 0,
      top_concept_tags_7d: [],
      workspace_files_present: ["AGENTS.md", "MEMORY.md"],
    });
  });

  it("are not there in a session with others", async () => {
    const session = await begin({ model: false, kind: "group" });
    const { tools } = await client.call("tools.list", { session });
    expect(tools.map(({ name }) => name).filter((name) => /^memory_|^my_stats$/.test(name))).toEqual([]);
    for (const name of ["memory_search", "memory_get", "memory_write", "my_stats"]) {
      await expect(run(name, { query: "oven", path: "MEMORY.md", text: "x" }, session)).rejects.toMatchObject(
        {
          code: "tool-not-found",
        },
      );
    }
  });

  it("are not there with memory off", async () => {
    await begin({ model: false, agent: "    memory: {enabled: false}\n" });
    const { tools } = await client.call("tools.list", {});
    expect(tools.map(({ name }) => name).filter((name) => name.startsWith("memory_"))).toEqual([]);
  });
});

it("consolidating needs a model", async () => {
  await begin({ model: false });
  put(project, { "workspace/memory/2026-11-15.md": "- Rye on Fridays.\n" });
  await expect(client.call("memory.consolidate", {})).rejects.toMatchObject({ code: "no-model" });
});

it("dreams on demand, and the diary says so", async () => {
  await begin({ model: false });
  expect(await client.call("dream.preview", {})).toEqual({ candidates: [] });
  expect(await client.call("dream.run", {})).toMatchObject({ candidates: 0, promoted: [], commit: null });
  const { text, next } = await client.call("dream.diary", {});
  expect(text).toContain("## Deep Sleep ");
  expect(next).toBeNull();
});

const notesJson = (...texts: string[]) =>
  JSON.stringify({ notes: texts.map((text) => ({ kind: "note", text, about: "the shop" })) });

describe("a flush", () => {
  it("learns nothing from a chatty reply, and says how many things were refused", async () => {
    const session = await begin({ agent: "    memory: {extract: false}\n" });
    await say(session, ...texts(4));
    const points = Array.from({ length: 120 }, (_, n) => `| point ${n} | ${n} |`);
    server.playMemory([{ kind: "text", chunks: [points.join("\n")] }]);
    await client.call("chat.compact", { session });
    const [one] = await learned(session);
    expect(one).toMatchObject({ items: [], refused: 120, by: "model" });
    expect(existsSync(join(project, "workspace", "memory"))).toBe(false);
  });

  it("offers what is about to go to the model, with only memory_write, temperature 0.3 and 2,048 tokens", async () => {
    const session = await begin({ agent: "    memory: {extract: false}\n" });
    await say(session, ...texts(4));
    server.playMemory([{ kind: "text", chunks: [notesJson("The shop opens at 7.", "Rye is out.")] }]);
    await client.call("chat.compact", { session });
    const [read] = server.memoryReads();
    expect(read?.body).toMatchObject({ temperature: 0.3, max_tokens: 2048 });
    expect(JSON.stringify(read?.body)).toContain("Question 0");
    expect(daily()).toMatch(
      /^## Memory Flush — \d{4}-\d{2}-\d{2}T[\d:.]+Z\n\n- The shop opens at 7\.\n- Rye is out\.\n$/,
    );
    expect(memory()).toBe("# Memory\n\n- The oven runs at 230 degrees.\n");
  });

  it("comes before the summary", async () => {
    const session = await begin({ agent: "    memory: {extract: false}\n" });
    await say(session, ...texts(4));
    await client.call("chat.compact", { session });
    const [last, before] = server.received.toReversed();
    expect(before).toBe(server.memoryReads()[0]);
    expect(server.chats().at(-1)).toBe(last);
  });

  it.each(["NO_REPLY", "no_reply"])("writes nothing for %s, and reads no message twice", async (nothing) => {
    const session = await begin({ agent: "    memory: {extract: false}\n" });
    server.playMemory([{ kind: "text", chunks: [nothing] }]);
    await say(session, ...texts(4));
    await client.call("chat.compact", { session });
    await client.call("chat.undoCompaction", { session });
    await client.call("chat.compact", { session });
    expect(server.memoryReads()).toHaveLength(1);
    expect((await client.call("memory.learned", { session })).learned).toEqual([]);
    expect(existsSync(join(project, "workspace", "memory"))).toBe(false);
  });

  it("offers no old summary", async () => {
    const session = await begin({ agent: "    memory: {extract: false}\n" });
    const [plain] = scripts.normal;
    server.play([plain, plain, plain, plain, { kind: "text", chunks: ["A zebra was the topic."] }, plain]);
    await say(session, ...texts(4));
    await client.call("chat.compact", { session });
    await say(session, ...texts(8).slice(4));
    await client.call("chat.compact", { session });
    const [first, second] = server.memoryReads().map(({ body }) => JSON.stringify(body));
    expect(first).toContain("Question 0");
    expect(second).toContain("Question 2");
    expect(second).not.toContain("Question 0");
    expect(JSON.stringify(server.chats().at(-1)?.body)).toContain("zebra");
    expect(second).not.toContain("zebra");
  });

  it("goes on with rules when the model fails, and never stops the compaction", async () => {
    const session = await begin({ agent: "    memory: {extract: false}\n" });
    await say(session, "Remember that Anna is back on Monday.", ...texts(3));
    server.playMemory([{ kind: "status", status: 500, message: "Broken." }]);
    expect(await client.call("chat.compact", { session })).toMatchObject({ summarised: expect.any(Number) });
    expect(daily()).toBe("- Anna is back on Monday.\n");
  });

  it("does not happen with memory off", async () => {
    const session = await begin({ agent: "    memory: {enabled: false}\n" });
    await say(session, ...texts(4));
    await client.call("chat.compact", { session });
    expect(server.memoryReads()).toEqual([]);
    expect(await learnedAtEnd()).toEqual(nothing);
  });

  it("comes before a prompt that leaves messages out", async () => {
    const session = await begin({ agent: "    memory: {extract: false}\n    profile: snapshot\n" });
    server.playMemory([{ kind: "text", chunks: [notesJson("It was kept.")] }]);
    await say(session, ...texts(17));
    expect(server.memoryReads().length).toBeGreaterThan(0);
    expect(JSON.stringify(server.memoryReads()[0]?.body)).toContain("Question 0");
    expect(daily()).toContain("- It was kept.");
  });
});

describe("after a turn", () => {
  it("plain rules learn without a model, and undo removes it", async () => {
    const session = await begin({ model: false });
    await say(
      session,
      "My name is Kate Miller. We decided to bake rye on Fridays. My sister is called Anna.",
    );
    const [one] = await learned(session);
    expect(one).toMatchObject({ by: "rules", usage: null, undone: false, agent: "juno" });
    expect(one?.items.map(({ tier, text }) => `${tier}: ${text}`)).toEqual([
      "daily: My name is Kate Miller.",
      "daily: decision: We decided to bake rye on Fridays.",
      "daily: My sister is called Anna.",
      "profile: name: Kate Miller",
      "graph: the person — sister → Anna",
      "graph: Anna",
      "graph: the person",
    ]);
    expect(daily()).toContain("- decision: We decided to bake rye on Fridays.\n");
    expect(await client.call("memory.undo", { learned: one?.id ?? "" })).toEqual({ removed: 7, kept: 0 });
    expect(daily()).toBe("");
    expect((await client.call("memory.learned", { session })).learned[0]?.undone).toBe(true);
  });

  it("undo keeps a note that the person changed", async () => {
    const session = await begin({ model: false });
    await say(session, "Remember that the oven is new. Remember that rye is out.");
    const [one] = await learned(session);
    const path = one?.items[0]?.path ?? "";
    put(project, { [path]: "- The oven is brand new.\n- Rye is out.\n" });
    expect(await client.call("memory.undo", { learned: one?.id ?? "" })).toEqual({ removed: 1, kept: 1 });
    expect(daily()).toBe("- The oven is brand new.\n");
  });

  it("learns nothing that MEMORY.md knows", async () => {
    const session = await begin({ model: false });
    await say(session, "Remember that the oven runs at 230 degrees.");
    expect(await learnedAtEnd()).toEqual(nothing);
  });

  it("a model reads once 8 messages wait, and its cost is reported", async () => {
    const session = await begin();
    server.playMemory([
      {
        kind: "tools",
        calls: [
          {
            id: "w",
            name: "memory_write",
            args: {
              notes: [{ kind: "outcome", text: "The oven works again.", about: "the oven" }],
              profile: { language: "German" },
            },
          },
        ],
        usage: { input: 321, output: 45 },
      },
    ]);
    await say(session, ...texts(3));
    expect(server.memoryReads()).toEqual([]);
    await say(session, "Question 3");
    const [one] = await learned(session);
    expect(server.memoryReads()).toHaveLength(1);
    expect(one).toMatchObject({ by: "model", usage: { input: 321, output: 45 } });
    expect(daily()).toMatch(/^## Memory Flush — .*\n\n- outcome: The oven works again\.\n$/);
  });

  it("notes, profile and links come first, then the messages themselves", async () => {
    const session = await begin({ model: false });
    const rows: number[] = [];
    core.on(({ event }) => {
      if (event === "memory.learned") rows.push(spoken().length);
    });
    await say(session, "Remember that the oven is new.");
    await expect.poll(spoken).toEqual(["Remember that the oven is new."]);
    expect(rows).toEqual([0]);
    await say(session, "Remember that rye is out.");
    await expect.poll(spoken).toEqual(["Remember that the oven is new.", "Remember that rye is out."]);
    expect(rows).toEqual([0, 1]);
  });

  it("remembers messages also where nothing is to be learned, but not what others said", async () => {
    const session = await begin({ model: false, agent: "    memory: {extract: false}\n" });
    await say(session, "The walrus came to tea.");
    await expect.poll(spoken).toEqual(["The walrus came to tea."]);
    const { session: group } = await client.call("sessions.create", { kind: "group" });
    await say(group.id, "The safe is open.");
    await say(session, "The walrus left.");
    await expect.poll(spoken).toEqual(["The walrus came to tea.", "The walrus left."]);
  });

  it("keeps a model's answers, and not those of Built-in, which only quotes", async () => {
    const session = await begin();
    await say(session, "Is the oven new?");
    await expect.poll(() => spoken().length).toBe(2);
    await client.call("agents.save", { id: "juno", values: { provider: null, model: null } });
    await say(session, "Does the oven run at 230 degrees?");
    await expect.poll(() => spoken().length).toBe(3);
    expect(spoken().at(-1)).toBe("Does the oven run at 230 degrees?");
  });

  it("answers before it has learned", async () => {
    const session = await begin();
    server.playMemory([{ kind: "endless", chunk: "and ", delay: 5 }]);
    await say(session, ...texts(6));
    expect(server.chats()).toHaveLength(6);
  });

  it("learns nothing in a session with others", async () => {
    const session = await begin({ model: false, kind: "group" });
    await say(session, "Remember that the safe is open.");
    expect(await learnedAtEnd()).toEqual(nothing);
  });

  it("learns nothing with the agent's switch off", async () => {
    const session = await begin({ model: false, agent: "    memory: {extract: false}\n" });
    await say(session, "Remember that the safe is open.");
    expect(await learnedAtEnd()).toEqual(nothing);
  });
});
