import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadPicture } from "./load-picture.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";

const outside = async () => ["93.184.215.14"];
const never = new AbortController().signal;
let log: RequestLog;
let origin: string;
let close: () => Promise<unknown>;

beforeEach(async () => {
  log = createRequestLog({ now: () => new Date() });
  const server = createServer((request, response) => {
    const kind = request.url === "/page" ? "text/html" : "image/png";
    if (request.url === "/moved") return response.writeHead(302, { location: "/a.png" }).end();
    response.writeHead(200, { "content-type": kind });
    if (request.url === "/huge") return response.end(Buffer.alloc(11 * 1024 * 1024));
    response.end("PNG");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((done) => server.close(done));
});
afterEach(() => close());

it("returns a picture as data, and the log lists the request", async () => {
  const data = await loadPicture(`${origin}/a.png`, log, never, outside);
  expect(data).toBe(`data:image/png;base64,${Buffer.from("PNG").toString("base64")}`);
  expect(log.entries()).toMatchObject([{ purpose: "picture", status: 200, bytesReceived: 3 }]);
});

it.each(["/page", "/moved", "/huge"])(
  "refuses what is no picture, leads elsewhere or is too large: %s",
  async (path) => {
    await expect(loadPicture(origin + path, log, never, outside)).rejects.toMatchObject({
      code: expect.stringMatching(/picture-failed|answer-too-long/) as string,
    });
  },
);

it.each([
  "http://127.0.0.1/a.png",
  "http://[::1]/a.png",
  "http://192.168.1.1/a.png",
  "http://169.254.169.254/latest",
  "http://[::ffff:10.0.0.1]/a.png",
  "file:///etc/passwd",
  "http://user:word@example.org/a.png",
])("asks nothing of this machine or its network: %s", async (address) => {
  await expect(loadPicture(address, log, never)).rejects.toMatchObject({ code: "picture-refused" });
  expect(log.entries()).toEqual([]);
});

it("refuses a name that leads into the network here", async () => {
  await expect(
    loadPicture("http://pictures.example/a.png", log, never, async () => ["93.184.215.14", "10.0.0.7"]),
  ).rejects.toMatchObject({ code: "picture-refused" });
});
