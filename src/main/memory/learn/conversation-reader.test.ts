import { KeptFiles } from "../../base/kept-files.ts";
import { OriginLedger } from "../../workspace/origin-ledger.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { randomIds } from "../../base/ids.ts";
import { silentLog } from "../../base/log.ts";
import type { ChatRequest, Provider } from "../../providers/provider.ts";
import { SessionSearch } from "../../sessions/session-search.ts";
import { SessionsInTurn } from "../../sessions/sessions-in-turn.ts";
import { ReplyMarks } from "../../sessions/reply-marks.ts";
import { Sessions } from "../../sessions/sessions.ts";
import { readAgents } from "../../agents/read-agents.ts";
import {
  closeCounter,
  openTestWorkspace,
  temporaryProject,
  type TestWorkspace,
} from "../../workspace/test-workspace.ts";
import { ConversationReader } from "./conversation-reader.ts";
import { Graph } from "../tables/graph.ts";
import { knownTexts } from "./known-texts.ts";
import { Learner } from "./learner.ts";
import { Procedures } from "../tables/procedures.ts";
import { ProfileStore } from "../tables/profile-store.ts";

const MINUTE_MS = 60_000;
const [agent] = readAgents("agents:\n  - id: juno\n").agents;
if (!agent) throw new Error("no agent");

let project: string;
let test: TestWorkspace;
let sessions: Sessions;
let reader: ConversationReader;
let graph: Graph;
let profiles: ProfileStore;
let session: string;
let now: number;
let last: string | null;
let asked: ChatRequest[];
let answer: () => string;
let stored: { notes: string; name: unknown; links: number }[];

/** A fake model that answers with whatever the test sets. */
const provider: Provider = {
  id: "lab",
  kind: "ollama",
  name: "Lab",
  async *chat(request) {
    asked.push(request);
    yield { type: "text", text: answer() };
    yield { type: "finish", reason: "stop", usage: { input: 10, output: 2, cached: null } };
  },
  models: async () => [],
  window: async () => ({ trained: null, served: null }),
};

const begin = (model = true) => {
  const clock = { now: () => new Date(now) };
  const { store, workspace } = test;
  const known = () => knownTexts(workspace, "workspace");
  const learner = new Learner({
    store,
    workspace,
    origins: new OriginLedger(new KeptFiles(project)),
    graph,
    procedures: new Procedures(store, randomIds),
    profiles,
    clock,
    ids: randomIds,
    timeZone: () => "UTC",
    user: () => "kate",
    known,
    changed: async () => {},
    emit: () => {},
  });
  reader = new ConversationReader({
    store,
    sessions,
    inTurn: new SessionsInTurn(),
    isTrusted: () => true,
    learner,
    clock,
    log: silentLog,
    model: async () => (model ? { provider, model: "tiny", window: 8192 } : null),
    isPrivate: async () => true,
    known,
    storeMessages: async () => {
      stored.push({
        notes: notes(),
        name: profiles.get("kate").name,
        links: graph.relations("workspace").length,
      });
    },
  });
};

beforeEach(async () => {
  project = temporaryProject({ "workspace/AGENTS.md": "Work." });
  test = openTestWorkspace(project, { watch: false });
  now = Date.parse("2026-11-16T12:00:00.000Z");
  last = null;
  asked = [];
  stored = [];
  answer = () => "NO_REPLY";
  sessions = new Sessions({
    project,
    agents: () => [agent],
    isTrusted: () => true,
    marks: new ReplyMarks(join(project, ".satchel", "user")),
    search: new SessionSearch(test.store),
    clock: { now: () => new Date(now) },
    ids: randomIds,
    onChange: () => {},
    redacts: () => false,
  });
  graph = new Graph(test.store, randomIds);
  profiles = new ProfileStore(test.store);
  session = (await sessions.create(agent, "main", "Flour")).id;
  begin();
});
afterEach(async () => {
  await reader.close();
  await test.close();
});
afterAll(closeCounter);

const notes = () => {
  const folder = join(project, "workspace/memory");
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
};
/** Adds one message as a turn would, and reads it. */
const say = async (content: string, role: "user" | "assistant" = "user") => {
  const id = randomIds.next();
  const entry: MessageEntry = {
    type: "message",
    id,
    parentId: last,
    timestamp: new Date(now).toISOString(),
    role,
    content,
  };
  last = id;
  await sessions.append(session, [entry]);
  reader.afterTurn(session, agent);
  await reader.idle();
};
const read = (at: number) => JSON.stringify(asked[at]?.messages);

it("asks the model when the oldest message has waited 10 minutes, and not before", async () => {
  await say("One");
  now += 9 * MINUTE_MS;
  await say("Two");
  expect(asked).toEqual([]);
  now += MINUTE_MS;
  await say("Three");
  expect(asked).toHaveLength(1);
  for (const word of ["One", "Two", "Three"]) expect(read(0)).toContain(`user: ${word}`);
  now += 10 * MINUTE_MS;
  await say("Four");
  now += 9 * MINUTE_MS;
  await say("Five");
  expect(asked).toHaveLength(1);
  now += MINUTE_MS;
  await say("Six");
  expect(asked).toHaveLength(2);
  expect(read(1)).not.toContain("Three");
});

it("asks the model when 8 messages wait, and not for 7", async () => {
  for (let n = 0; n < 7; n += 1) await say(`Message ${n}`);
  expect(asked).toEqual([]);
  await say("Message 7");
  expect(asked).toHaveLength(1);
});

it("reads messages from before the clock was set back, without waiting for that time to return", async () => {
  await say("One");
  now -= 60 * 24 * 60 * MINUTE_MS;
  await say("Two");
  expect(asked).toHaveLength(1);
});

it("asks once for everything, with only memory_write, temperature 0.3 and 2,048 tokens", async () => {
  for (let n = 0; n < 8; n += 1) await say(`Message ${n}`);
  expect(asked[0]).toMatchObject({ temperature: 0.3, maxOutputTokens: 2048, purpose: "extract" });
  expect(asked[0]?.tools.map(({ name }) => name)).toEqual(["memory_write"]);
});

it("pauses for 10 minutes after a model failed, and offers the same messages again", async () => {
  answer = () => {
    throw new Error("broken");
  };
  for (let n = 0; n < 9; n += 1) await say(`Message ${n}`);
  expect(asked).toHaveLength(1);
  now += 10 * MINUTE_MS;
  answer = () => JSON.stringify({ notes: [{ kind: "note", text: "The oven is new.", about: "the oven" }] });
  await say("Message 9");
  expect(asked).toHaveLength(2);
  expect(read(1)).toContain("Message 0");
  expect(notes()).toContain("- The oven is new.");
});

it("stores notes, then the profile, then the graph, and the messages last", async () => {
  await reader.close();
  begin(false);
  await say("My name is Kate Miller. We decided to bake rye. My sister is called Anna.");
  expect(stored).toEqual([{ notes: notes(), name: "Kate Miller", links: 1 }]);
  expect(notes()).toContain("- decision: We decided to bake rye.");
  expect(asked).toEqual([]);
});

it("learns nothing from what was imported, only from what is said after it", async () => {
  const imported: MessageEntry[] = Array.from({ length: 9 }, (_, n) => ({
    type: "message",
    id: `m${n}`,
    parentId: n === 0 ? null : `m${n - 1}`,
    timestamp: "2025-01-01T00:00:00.000Z",
    role: "user",
    content: `Elsewhere ${n}`,
    imported: "chatgpt",
  }));
  await sessions.append(session, imported);
  last = "m8";
  await say("Here 0");
  expect(asked).toEqual([]);
  for (let n = 1; n < 8; n += 1) await say(`Here ${n}`);
  expect(asked).toHaveLength(1);
  expect(read(0)).toContain("Here 0");
  expect(read(0)).not.toContain("Elsewhere");
});
