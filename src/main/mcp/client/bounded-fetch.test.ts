import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import { createRequestLog } from "../../providers/request-log.ts";
import { boundedFetch } from "./bounded-fetch.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const listen = async (answer: (response: ServerResponse, headers: IncomingHttpHeaders) => void) => {
  const server = createServer((request, response) => answer(response, request.headers));
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
};
const reach = () => boundedFetch(createRequestLog(systemClock, () => 50));
const MB = 1024 * 1024;

describe("requests to a tool server with an address", () => {
  it("follow no redirect, so that a header's value goes nowhere but to the address it was entered for", async () => {
    const stolen: unknown[] = [];
    const thief = await listen((response, headers) => {
      stolen.push(headers["x-token"]);
      response.end("{}");
    });
    const first = await listen((response) => response.writeHead(307, { location: thief }).end());
    const asking = reach()(first, { method: "POST", body: "{}", headers: { "x-token": "planted" } });
    await expect(asking).rejects.toThrow("fetch failed");
    expect(stolen).toEqual([]);
  });

  it("end with a failure when an answer is too long", async () => {
    const address = await listen((response) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (let sent = 0; sent < 9; sent++) response.write(" ".repeat(MB));
    });
    const response = await reach()(address, { method: "POST", body: "{}" });
    await expect(response.text()).rejects.toMatchObject({ code: "mcp-too-large" });
  });

  it.each(["GET", "POST"])("end a stream of events when one has no end: %s", async (method) => {
    const address = await listen((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let sent = 0; sent < 9; sent++) response.write(`data: ${"x".repeat(MB)}\n`);
    });
    const response = await reach()(address, { method });
    await expect(response.text()).rejects.toMatchObject({ code: "mcp-too-large" });
  });

  it("let a stream of events be long and silent", async () => {
    const address = await listen((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (let sent = 0; sent < 10; sent++) response.write(`data: ${"x".repeat(MB)}\r\n\r\n`);
      // Six times as long as this log lets a model server be silent.
      setTimeout(() => response.end("data: last\n\n"), 300);
    });
    const text = await (await reach()(address)).text();
    expect(text.length).toBeGreaterThan(10 * MB);
    expect(text.endsWith("data: last\n\n")).toBe(true);
  });
});
