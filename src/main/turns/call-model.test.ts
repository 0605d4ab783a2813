import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Events } from "#shared/contract/index.ts";
import { scripts, type WireReply, type WireScript } from "../../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../../e2e/wire-server/start-wire-server.ts";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import { openAiCompatible } from "../providers/openai/compatible.ts";
import { createRequestLog } from "../providers/request-log.ts";
import { SessionSearch } from "../sessions/session-search.ts";
import { ReplyMarks } from "../sessions/reply-marks.ts";
import { Sessions } from "../sessions/sessions.ts";
import { readAgents } from "../agents/read-agents.ts";
import { openStore, type Store } from "../store/open-store.ts";
import { BrokenCall, callModel } from "./call-model.ts";

let server: WireServer;
let store: Store;
let sessions: Sessions;
let project: string;
let session: string;
let events: Events[];
/** What the call would have waited between its attempts, in milliseconds; the test does not wait. */
let waited: number[];

beforeEach(async () => {
  server = await startWireServer(scripts.normal);
  project = mkdtempSync(join(tmpdir(), "satchel-call-"));
  store = openStore(join(project, ".satchel", "index.db"));
  const { agents } = readAgents("agents:\n  - id: juno\n");
  sessions = new Sessions({
    project,
    agents: () => agents,
    marks: new ReplyMarks(join(project, ".satchel", "user")),
    search: new SessionSearch(store),
    clock: systemClock,
    ids: randomIds,
    onChange: () => {},
    isTrusted: () => true,
    redacts: () => false,
  });
  const [agent] = agents;
  if (!agent) throw new Error("no agent");
  session = (await sessions.create(agent, "main", "")).id;
  events = [];
  waited = [];
});
afterEach(async () => {
  store.close();
  await server.close();
});

const call = (script: WireScript, signal = new AbortController().signal, wait = async () => {}) => {
  server.play(script);
  const config = { id: "lab", name: "Lab", baseUrl: `${server.origin}/v1`, apiKey: null };
  const request = {
    model: "tiny",
    messages: [{ role: "user" as const, content: "Hello" }],
    tools: [],
    window: 4096,
    maxOutputTokens: 100,
    purpose: "chat" as const,
  };
  const provider = openAiCompatible(config, createRequestLog(systemClock));
  return callModel(
    { provider, request, session, entry: "a1", parentId: "u1", origin: "agent" },
    {
      clock: systemClock,
      sessions,
      emit: (event) => events.push(event),
      wait: async (ms) => {
        waited.push(ms);
        await wait();
      },
    },
    signal,
  );
};
const broken = async (script: WireScript) => {
  const error = await call(script).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BrokenCall)) throw new Error("It did not break.");
  return error;
};
const status = (code: number, headers: Record<string, string> = {}): WireReply => ({
  kind: "status",
  status: code,
  message: "No.",
  headers,
});

it("asks again after 2, 4 and 8 seconds when a stream is dropped, and keeps what came last", async () => {
  const error = await broken(scripts.dropped);
  expect(waited).toEqual([2000, 4000, 8000]);
  expect(server.chats()).toHaveLength(4);
  expect(error.cause).toMatchObject({ code: "stream-dropped" });
  expect(error.partial.text).toBe("half a sent");
  expect(events.filter(({ event }) => event === "chat.retrying")).toHaveLength(3);
  await sessions.endReply(session, error.partial);
});

it("starts the answer over with each attempt, so that nothing is in it twice", async () => {
  const answer = await call([...scripts.dropped, status(503), ...scripts.normal]);
  expect(waited).toEqual([2000, 4000]);
  expect(answer.text).toBe("Good morning.");
  await sessions.endReply(session, answer.partial);
  expect(readdirSync(join(project, "workspace/agents/juno/sessions")).join(" ")).not.toContain("partial");
});

it("waits as long as a busy server asks for", async () => {
  const answer = await call([status(429, { "retry-after": "7" }), ...scripts.normal]);
  expect(waited).toEqual([7000]);
  await sessions.endReply(session, answer.partial);
});

it.each([
  [400, "provider-refused"],
  [401, "provider-auth"],
  [403, "provider-auth"],
  [404, "model-not-found"],
])("never asks again after %d", async (code, expected) => {
  const error = await broken([status(code)]);
  expect(error.cause).toMatchObject({ code: expected });
  expect(waited).toEqual([]);
  expect(server.chats()).toHaveLength(1);
  await sessions.endReply(session, error.partial);
});

it("never asks again after an unreadable event, and keeps what came before", async () => {
  const error = await broken(scripts.malformed);
  expect(error.cause).toMatchObject({ code: "stream-malformed" });
  expect([waited, error.partial.text]).toEqual([[], "fine so far "]);
  await sessions.endReply(session, error.partial);
});

it("ends when it is stopped while it waits", async () => {
  const stop = new AbortController();
  const ended = call([status(500)], stop.signal, async () => {
    stop.abort(new Error("stopped"));
    stop.signal.throwIfAborted();
  });
  await expect(ended).rejects.toBeInstanceOf(BrokenCall);
  expect(server.chats()).toHaveLength(1);
});
