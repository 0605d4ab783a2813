import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocket } from "ws";
import { closeCode, MAX_FRAME_BYTES } from "#shared/wire/index.ts";
import { silentLog } from "../../base/log.ts";
import { eventually } from "../../base/test-eventually.ts";
import { serveWeb } from "./serve-web.ts";
import { connectTestClient, startTestHost, type TestHost } from "./test-host.ts";

let host: TestHost;
afterEach(() => host.close());

type Answer = { status: number; headers: Record<string, unknown>; body: string };

const ask = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> =>
  new Promise((done, fail) => {
    const asked = request({ host: "127.0.0.1", port: host.port, path, method, headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on("error", fail).end();
  });

/** The status of a refused upgrade, or the close code of an accepted socket. */
const knock = (
  options: { path?: string; headers?: Record<string, string>; say?: readonly (string | Buffer)[] } = {},
): Promise<number> =>
  new Promise((done) => {
    const socket = new WebSocket(`ws://127.0.0.1:${host.port}${options.path ?? "/socket"}`, {
      headers: options.headers ?? {},
    });
    socket.on("unexpected-response", (_request, response) => done(response.statusCode ?? 0));
    socket.on("open", () => options.say?.forEach((frame) => socket.send(frame)));
    socket.on("close", done);
    socket.on("error", () => {});
  });

const hello = (token: string) => JSON.stringify({ type: "hello", token, session: "session-1", seen: null });

/** Whatever happened before, the next client is served. */
const expectAlive = async () => {
  const client = connectTestClient(host);
  expect(await client.request("app.info", {})).toEqual({ ok: true, value: {} });
  client.close();
};

it("serves the renderer with a strict policy and no cookies", async () => {
  host = await startTestHost();
  const page = await ask("/");
  expect(page.status).toBe(200);
  expect(page.body).toContain("Satchel");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(page.headers["content-security-policy"]).not.toMatch(/script-src[^;]*unsafe/);
  expect(page.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
  });
  expect(page.headers["set-cookie"]).toBeUndefined();
  const script = await ask("/assets/app-1a2b.js");
  expect(script.headers).toMatchObject({ "content-type": "text/javascript; charset=utf-8" });
});

it("gives scripts to the frame that draws diagrams, which has no origin, and nothing else", async () => {
  host = await startTestHost();
  const script = await ask("/assets/app-1a2b.js", { origin: "null" });
  expect(script.status).toBe(200);
  expect(script.headers["access-control-allow-origin"]).toBe("null");
  expect((await ask("/assets/app-1a2b.js")).headers["access-control-allow-origin"]).toBeUndefined();
  for (const path of ["/", "/api/health", "/assets/../index.html", "/assets/x.json"]) {
    expect((await ask(path, { origin: "null" })).status).toBe(403);
  }
  expect(await knock({ headers: { origin: "null" } })).toBe(403);
  const frame = await ask("/diagram.html");
  expect(frame.headers["content-security-policy"]).toContain("sandbox allow-scripts");
  expect(frame.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
  expect(frame.headers["content-security-policy"]).not.toContain("connect-src");
});

it.each([
  "/../secret.json",
  "/%2e%2e/secret.json",
  "/..%2fsecret.json",
  "/assets/..%5c..%5csecret.json",
  "/assets/%00.js",
  "/%",
  "/.hidden.json",
  "//secret.json",
  "/assets",
])("finds nothing at %s", async (path) => {
  host = await startTestHost();
  expect((await ask(path)).status).toBe(404);
});

it("answers only at the printed address, so that a rebound name is refused", async () => {
  host = await startTestHost();
  for (const name of ["evil.example", `evil.example:${host.port}`, `localhost:${host.port}`, "127.0.0.1"]) {
    expect((await ask("/", { host: name })).status).toBe(403);
    expect(await knock({ headers: { host: name } })).toBe(403);
  }
  expect(host.logged.join()).toContain("foreign-host");
  await expectAlive();
});

it("refuses pages of other origins, also those of other local servers", async () => {
  host = await startTestHost();
  for (const origin of [
    "https://evil.example",
    "http://127.0.0.1:1",
    `http://localhost:${host.port}`,
    "null",
  ]) {
    expect((await ask("/", { origin })).status).toBe(403);
    expect(await knock({ headers: { origin } })).toBe(403);
  }
  expect(host.logged.join()).toContain("foreign-origin");
  await expectAlive();
});

it("accepts its own page and programs without an origin", async () => {
  host = await startTestHost();
  const headers = { origin: `http://127.0.0.1:${host.port}` };
  expect(await knock({ headers, say: [hello("wrong")] })).toBe(closeCode.wrongToken);
  expect(await knock({ say: [hello("wrong")] })).toBe(closeCode.wrongToken);
});

it("closes a socket that has no token, a wrong one, or sends anything before its hello", async () => {
  host = await startTestHost();
  const request = JSON.stringify({ type: "request", id: 1, oldest: 1, method: "app.info", input: {} });
  expect(await knock({ say: [hello("")] })).toBe(closeCode.wrongToken);
  expect(await knock({ say: [hello(`${host.token}x`)] })).toBe(closeCode.wrongToken);
  expect(await knock({ say: [request] })).toBe(closeCode.wrongToken);
  await expectAlive();
});

it("reports only the missing token to a client without it, whatever else is wrong", async () => {
  host = await startTestHost();
  const { token } = host;
  for (const first of [{ type: "hello", token: "wrong" }, { token: 5 }, {}, [], "hello"]) {
    expect(await knock({ say: [JSON.stringify(first)] })).toBe(closeCode.wrongToken);
  }
  expect(await knock({ say: [JSON.stringify({ type: "hello", token, session: 1 })] })).toBe(
    closeCode.malformedFrame,
  );
  expect(await knock({ say: ["{"] })).toBe(closeCode.malformedFrame);
  await expectAlive();
});

it("closes a socket that is silent for too long", async () => {
  host = await startTestHost(undefined, { helloWithin: 30 });
  expect(await knock()).toBe(closeCode.helloTimeout);
});

it("closes malformed, binary and oversized frames with separate codes, and keeps running", async () => {
  host = await startTestHost();
  const ok = hello(host.token);
  expect(await knock({ say: [ok, "{"] })).toBe(closeCode.malformedFrame);
  expect(await knock({ say: [ok, '{"type":"request","id":-1}'] })).toBe(closeCode.malformedFrame);
  expect(await knock({ say: [ok, ok] })).toBe(closeCode.malformedFrame);
  expect(await knock({ say: [ok, Buffer.from([1, 2])] })).toBe(closeCode.binaryFrame);
  expect(await knock({ say: [ok, "x".repeat(MAX_FRAME_BYTES + 1)] })).toBe(closeCode.oversizedFrame);
  await expectAlive();
});

/** Opens a WebSocket on a bare connection, which never takes part in a closing handshake. */
const knockAndStay = async (): Promise<Socket> => {
  const socket = connect(host.port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    [
      "GET /socket HTTP/1.1",
      `Host: 127.0.0.1:${host.port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}`,
      "",
      "",
    ].join("\r\n"),
  );
  await once(socket, "data");
  socket.resume();
  return socket;
};

/** A text frame that declares this length and contains less. */
const frameOf = (length: number, sent: number): Buffer => {
  const header = Buffer.alloc(14);
  header[0] = 0x81;
  header[1] = 0x80 | 127;
  header.writeUInt32BE(length, 6);
  return Buffer.concat([header, Buffer.alloc(sent, "[")]);
};

it("cuts a socket that is silent for too long, also when it ignores the closing handshake", async () => {
  host = await startTestHost(undefined, { helloWithin: 30 });
  const socket = await knockAndStay();
  await once(socket, "close");
  expect(host.logged.join()).toContain("hello-timeout");
});

it("cuts a socket that sends more than a hello can have, before the frame is complete", async () => {
  host = await startTestHost();
  const socket = await knockAndStay();
  socket.write(frameOf(31_000_000, 100_000));
  await once(socket, "close");
  expect(host.logged.join()).toContain("oversized-hello");
  await expectAlive();
});

it("parses nothing longer than a hello before it has seen the token", async () => {
  host = await startTestHost();
  const long = JSON.stringify({ type: "hello", token: host.token, session: "session-1", seen: null, x: "x" });
  expect(await knock({ say: [long.padEnd(5000)] })).toBe(closeCode.oversizedFrame);
  await expectAlive();
});

it("keeps some dozen sockets without a hello and cuts the oldest of any more", async () => {
  host = await startTestHost(undefined, { helloWithin: 60_000 });
  const all: Socket[] = [];
  let gone = 0;
  for (let n = 0; n < 100; n += 1) {
    const socket = await knockAndStay();
    socket.once("close", () => (gone += 1));
    all.push(socket);
  }
  await eventually(() => expect(gone).toBe(68));
  await expectAlive();
  // The client that was served used up one more place.
  await eventually(() => expect(gone).toBe(69));
  for (const socket of all) socket.destroy();
});

it("has a socket at one path only", async () => {
  host = await startTestHost();
  expect(await knock({ path: "/other" })).toBe(404);
});

it("requires the token at its HTTP addresses", async () => {
  host = await startTestHost();
  expect((await ask("/api/health")).status).toBe(401);
  expect((await ask("/api/health", { "x-satchel-token": "wrong" })).status).toBe(401);
  const health = await ask("/api/health", { "x-satchel-token": host.token });
  expect(JSON.parse(health.body)).toEqual({ version: "1.2.3" });
  expect((await ask("/", {}, "POST")).status).toBe(405);
});

it("guards the memory for other programs as the rest: token, host and origin", async () => {
  host = await startTestHost();
  const authorization = `Bearer ${host.token}`;
  expect((await ask("/mcp", {}, "POST")).status).toBe(401);
  expect((await ask("/mcp", { authorization: "Bearer wrong" }, "POST")).status).toBe(401);
  expect((await ask("/mcp", { authorization, origin: "http://evil.example" }, "POST")).status).toBe(403);
  expect((await ask("/mcp", { authorization, host: "evil.example" }, "POST")).status).toBe(403);
  // Past the guards the server of MCP answers: this is no message.
  expect((await ask("/mcp", { authorization }, "POST")).status).toBeGreaterThanOrEqual(400);
  expect((await ask("/mcp", { authorization }, "POST")).body).toContain("jsonrpc");
});

it("never writes the token to its log", async () => {
  host = await startTestHost();
  await knock({ say: [hello(host.token), "{"] });
  await knock({ say: [hello("guess-of-a-token")] });
  await ask(`/?token=${host.token}`, { "x-satchel-token": host.token, host: "evil.example" });
  expect(host.logged.length).toBeGreaterThan(2);
  expect(host.logged.join()).not.toContain(host.token);
  expect(host.logged.join()).not.toContain("guess-of-a-token");
});

it("creates a new token for every launch", async () => {
  host = await startTestHost();
  const other = await startTestHost();
  expect(other.token).not.toBe(host.token);
  await other.close();
});

it("reports that the port is taken", async () => {
  host = await startTestHost();
  const again = startTestHost(undefined, {}, host.port);
  await expect(again).rejects.toMatchObject({ code: "port-in-use", detail: { port: host.port } });
});

it("reports that the renderer is not built", async () => {
  host = await startTestHost();
  const core = { dispatch: async () => ({ ok: true as const, value: {} }), on: () => () => {} };
  const unbuilt = serveWeb({ core, root: "src/main", port: 0, version: "0", log: silentLog });
  await expect(unbuilt).rejects.toMatchObject({ code: "not-built" });
});
