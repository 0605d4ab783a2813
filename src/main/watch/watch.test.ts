import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { systemClock } from "../base/clock.ts";
import { randomIds } from "../base/ids.ts";
import { silentLog } from "../base/log.ts";
import { eventually } from "../base/test-eventually.ts";
import { createTokenCounter } from "../tokens/token-counter.ts";
import { listenOnLoopback } from "./listen.ts";
import { MAX_REQUEST_BYTES } from "./observation.ts";
import { rawAsk, type RawServer, rawServer } from "./test-wire.ts";
import { MAX_AT_ONCE, Watch } from "./watch.ts";

let upstream: RawServer;
let watch: Watch;
const tokens = createTokenCounter();

afterEach(async () => {
  await watch.close();
  await upstream.close();
});

const start = async (answer: Parameters<typeof rawServer>[0], patienceMs = 60_000): Promise<number> => {
  upstream = await rawServer(answer);
  watch = watchWith(patienceMs);
  return (await watch.start(upstream.url, 0)).running?.port ?? 0;
};

const watchWith = (patienceMs: number) =>
  new Watch({
    tokens,
    files: () => Promise.resolve([]),
    priceOf: () => Promise.resolve(null),
    patienceMs: () => patienceMs,
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    emit: () => {},
  });

const post = (port: number, body = "{}") =>
  `POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;

const never = () => false;

it("ends a request to an upstream that says nothing, with a sentence", async () => {
  const port = await start(() => null, 200);
  const answer = (await rawAsk(port, post(port), never)).toString();
  expect(answer).toMatch(/^HTTP\/1.1 504 /);
  expect(answer).toContain("has said nothing for too long");
  await eventually(() => expect(watch.state().requests).toMatchObject([{ outcome: "failed", status: null }]));
  await eventually(() => expect(upstream.open()).toBe(0));
});

it("cuts off an answer that stalls in the middle", async () => {
  const port = await start(() => "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nthe beginning", 200);
  const answer = (await rawAsk(port, post(port), never)).toString();
  expect(answer.endsWith("the beginning")).toBe(true);
  await eventually(() => expect(watch.state().requests).toMatchObject([{ outcome: "failed", status: 200 }]));
});

it("says when the upstream cannot be reached or breaks off", async () => {
  const port = await start((_, socket) => {
    socket.destroy();
    return null;
  });
  expect((await rawAsk(port, post(port), never)).toString()).toMatch(
    /^HTTP\/1.1 502 .*could not be reached/s,
  );
  await eventually(() => expect(watch.state().requests).toMatchObject([{ outcome: "failed" }]));
});

it.each([
  ["ends in the middle", "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\nconnection: close\r\n\r\nhalf"],
  [
    "has no chunks",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\nZZZ\r\nno\r\n",
  ],
])("says that the upstream broke an answer off that %s, not the program", async (_, said) => {
  const port = await start(() => said);
  expect((await rawAsk(port, post(port), never)).toString()).toMatch(/^HTTP\/1.1 200 /);
  await eventually(() => expect(watch.state().requests).toMatchObject([{ outcome: "failed", status: 200 }]));
  expect(watch.state().requests[0]?.notes.join()).toContain("ended the answer before it was whole");
});

it.each([
  "SSH-2.0-OpenSSH\r\n",
  `HTTP/1.1 200 OK\r\nx: ${"a".repeat(200_000)}\r\n\r\n{}`,
  "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
])("says that the upstream does not answer in HTTP: %.24s", async (said) => {
  const port = await start((_, socket) => {
    socket.end(said);
    return null;
  });
  expect((await rawAsk(port, post(port), never)).toString()).toMatch(/^HTTP\/1.1 502 .*no answer of HTTP/s);
  await eventually(() => expect(watch.state().requests).toMatchObject([{ outcome: "failed" }]));
});

it("ends the request to the upstream when the program leaves", async () => {
  const port = await start(() => null);
  const socket = connect(port, "127.0.0.1");
  socket.write(post(port));
  await eventually(() => expect(upstream.open()).toBe(1));
  socket.destroy();
  await eventually(() => expect(upstream.open()).toBe(0));
  await eventually(() => expect(watch.state().requests).toMatchObject([{ outcome: "stopped" }]));
});

it("refuses a program that floods, and answers again afterwards", async () => {
  let isOpen = false;
  const port = await start(() =>
    isOpen ? "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}" : null,
  );
  const waiting = Array.from({ length: MAX_AT_ONCE }, () => {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(post(port));
    return socket;
  });
  await eventually(() => expect(upstream.open()).toBe(MAX_AT_ONCE));
  expect((await rawAsk(port, post(port), never)).toString()).toMatch(/^HTTP\/1.1 503 .*Too many requests/s);
  expect(watch.state().refused).toBe(1);
  for (const socket of waiting) socket.destroy();
  isOpen = true;
  await eventually(() => expect(upstream.open()).toBe(0));
  expect((await rawAsk(port, post(port), never)).toString()).toMatch(/^HTTP\/1.1 200 /);
});

it("leaves no port open when it is closed while it starts", async () => {
  upstream = await rawServer(() => null);
  watch = watchWith(60_000);
  const starting = watch.start(upstream.url, 0);
  await watch.close();
  const { running } = await starting;
  expect(running?.port).toBeGreaterThan(0);
  expect(watch.state().running).toBeNull();
  const socket = connect(running?.port ?? 0, "127.0.0.1");
  await expect(once(socket, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

it("opens nothing once it is closed", async () => {
  upstream = await rawServer(() => null);
  watch = watchWith(60_000);
  await watch.close();
  await expect(watch.start(upstream.url, 0)).rejects.toMatchObject({ code: "project-closed" });
});

it("refuses a WebSocket with a sentence, and counts it", async () => {
  const port = await start(() => null);
  const ask = `GET /v1/responses HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
  const answer = (await rawAsk(port, ask, never)).toString();
  expect(answer).toMatch(/^HTTP\/1.1 501 /);
  expect(answer).toContain("no WebSockets");
  expect(upstream.open()).toBe(0);
  expect(watch.state()).toMatchObject({ refused: 1, requests: [] });
});

it("passes on a program's offer of another protocol as the request that it is", async () => {
  const port = await start(() => "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}");
  const ask = post(port).replace("connection: close", "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c");
  expect((await rawAsk(port, ask, never)).toString()).toMatch(/^HTTP\/1.1 200 /);
  expect(upstream.got.join("")).toContain("Upgrade: h2c");
});

it("passes on a request that is too large to be taken apart, and says so", async () => {
  const bytes = MAX_REQUEST_BYTES + 1;
  await start(() => null);
  await watch.stop();
  const large = createServer(
    (request, response) => void request.resume().on("end", () => response.end("{}")),
  );
  await listenOnLoopback(large, 0);
  const { port: at } = large.address() as AddressInfo;
  const { running } = await watch.start(`http://127.0.0.1:${at}`, 0);
  const body = Buffer.alloc(bytes, " ");
  const answer = await fetch(`${running?.address}/v1/messages`, { method: "POST", body });
  expect(answer.status).toBe(200);
  await answer.text();
  large.close();
  await watch.settled();
  const [seen] = watch.state().requests;
  expect(seen).toMatchObject({ outcome: "finished", bytesSent: bytes, tokens: null });
  expect(seen?.notes.join()).toContain("too large to be taken apart");
});

it.each([
  "",
  "null",
  "[]",
  '{"messages":',
  '{"messages":{"length":9}}',
  `{"messages":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  '{"__proto__":{"model":"x"},"messages":[null,1,{"role":"user","content":[null,{"type":"image"}]}],"tools":[null]}',
])("passes on what is no request of its format: %.40s", async (body) => {
  const port = await start(() => "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\nnull");
  expect((await rawAsk(port, post(port, body), never)).toString()).toMatch(/^HTTP\/1.1 200 /);
  await watch.settled();
  const [seen] = watch.state().requests;
  expect(seen?.outcome).toBe("finished");
  expect(Object.keys({})).toEqual([]);
});
