import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CallLimit } from "./call-limit.ts";
import { MAX_SESSIONS } from "./http-sessions.ts";
import { MAX_CALLS_AT_ONCE, MAX_MESSAGE_BYTES, type McpOverHttp, serveMcpOverHttp } from "./serve-http.ts";

let served: McpOverHttp;
/** Ends every call of `wait`. */
let end: () => void;

const createServer = (limit: CallLimit): McpServer => {
  const server = new McpServer({ name: "test", version: "1" });
  const say = (text: string) => ({ content: [{ type: "text" as const, text }] });
  server.registerTool("who", {}, () => say(server.server.getClientVersion()?.name ?? "unnamed"));
  server.registerTool("wait", {}, async () => say((await limit.run(() => waiting)) ?? "refused"));
  return server;
};
let waiting: Promise<string>;

beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<string>();
  waiting = promise;
  end = () => resolve("waited");
  served = serveMcpOverHttp(createServer);
});
afterEach(() => served.close());

const post = (message: object, session?: string): Promise<Response> =>
  served.answer(
    new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session !== undefined && { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    }),
  );

/** As a program of the version of 2025 does it. */
const introduce = async (name: string): Promise<string> => {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name, version: "1" } };
  const response = await post({ id: 1, method: "initialize", params });
  expect(response.status).toBe(200);
  await response.text();
  const session = response.headers.get("mcp-session-id") ?? "";
  expect((await post({ method: "notifications/initialized" }, session)).status).toBe(202);
  return session;
};

const call = async (name: string, session: string, id = 2): Promise<string> =>
  (await post({ id, method: "tools/call", params: { name, arguments: {} } }, session)).text();

it("knows the name of a program in every call of its session", async () => {
  const [one, two] = [await introduce("one"), await introduce("two")];
  expect(await call("who", one)).toContain('"text":"one"');
  expect(await call("who", two)).toContain('"text":"two"');
});

it("refuses the calls of a session over its limit, and none of another session", async () => {
  const [flooding, other] = [await introduce("flooding"), await introduce("other")];
  const calls = Array.from({ length: MAX_CALLS_AT_ONCE + 2 }, (_, at) => call("wait", flooding, at + 10));
  const others = call("wait", other);
  expect(await Promise.any([calls.at(-1), calls.at(-2)])).toContain('"text":"refused"');
  end();
  const said = await Promise.all(calls);
  expect(said.filter((each) => each.includes('"text":"waited"'))).toHaveLength(MAX_CALLS_AT_ONCE);
  expect(await others).toContain('"text":"waited"');
});

it("has one limit for all that comes without a session", async () => {
  const calls = Array.from({ length: MAX_CALLS_AT_ONCE + 2 }, (_, at) =>
    post({ id: at + 10, method: "tools/call", params: { name: "wait", arguments: {} } }),
  );
  const texts = calls.map(async (each) => (await each).text());
  expect(await Promise.any(texts.slice(-2))).toContain('"text":"refused"');
  end();
  expect((await Promise.all(texts)).filter((each) => each.includes('"text":"refused"'))).toHaveLength(2);
});

it("ends the session that was silent longest when there are too many", async () => {
  const [first, second] = [await introduce("first"), await introduce("second")];
  expect(await call("who", first)).toContain("first");
  for (let at = 2; at <= MAX_SESSIONS; at += 1) await introduce(`number ${at}`);
  expect((await post({ id: 3, method: "ping" }, second)).status).toBe(404);
  expect(await call("who", first, 4)).toContain("first");
});

it("answers a session that has ended with 404, so that the program introduces itself again", async () => {
  const session = await introduce("leaving");
  const headers = { "mcp-session-id": session };
  const left = await served.answer(new Request("http://127.0.0.1/mcp", { method: "DELETE", headers }));
  expect(left.status).toBe(200);
  const answer = await post({ id: 2, method: "ping" }, session);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: -32_001 } });
});

it("refuses a body that is too long, with and without a session", async () => {
  const params = { text: "x".repeat(MAX_MESSAGE_BYTES) };
  expect((await post({ id: 1, method: "ping", params })).status).toBe(413);
  expect((await post({ id: 1, method: "ping", params }, await introduce("long"))).status).toBe(413);
});
