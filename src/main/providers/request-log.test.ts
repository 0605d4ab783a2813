import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { systemClock } from "../base/clock.ts";
import { answerLimit, createRequestLog } from "./request-log.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
const listen = async (answer: (headers: Record<string, unknown>) => string | null): Promise<string> => {
  const server = createServer((request, response) => {
    const to = answer(request.headers);
    response.writeHead(to === null ? 200 : 307, to === null ? {} : { location: to }).end();
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
};

it("follows no redirect, so that a key goes nowhere but to the address it was entered for", async () => {
  const received: unknown[] = [];
  const thief = await listen((headers) => {
    received.push(headers["x-api-key"]);
    return null;
  });
  const origin = await listen(() => thief);
  const log = createRequestLog(systemClock);
  const asking = log.fetchFor("chat")(origin, {
    method: "POST",
    body: "{}",
    headers: { "x-api-key": "sk-planted" },
  });
  await expect(asking).rejects.toThrow("fetch failed");
  expect(received).toEqual([]);
  expect(log.entries()).toMatchObject([{ status: null }]);
});

it("reads a long answer of many lines, and no line that does not end", async () => {
  const limit = answerLimit({ maxOutputTokens: 100 });
  const line = Buffer.alloc(64 * 1024, "a");
  const server = createServer((request, response) => {
    const end = request.url === "/lines" ? "\n" : "";
    for (let sent = 0; sent < 3 * 1024 * 1024; sent += line.length)
      response.write(`${line.toString()}${end}`);
    response.end();
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async (path: string) =>
    (await createRequestLog(systemClock).fetchFor("chat", limit)(origin + path)).text();
  expect((await ask("/lines")).length).toBeGreaterThan(3 * 1024 * 1024);
  await expect(ask("/line")).rejects.toMatchObject({ code: "answer-too-long" });
});
