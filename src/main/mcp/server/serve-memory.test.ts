import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { serveMemoryOnStreams } from "./serve-memory.ts";
import { MAX_MESSAGE_BYTES } from "./serve-http.ts";

const started = () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  const client = { call: () => Promise.reject(new Error("Nothing is asked of the project here.")) };
  const served = serveMemoryOnStreams({ client, version: "1" }, { input, output, stop: stop.signal });
  const answer = async (message: object) => {
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const [line] = (await once(output, "data")) as [Buffer];
    return JSON.parse(line.toString()) as Record<string, unknown>;
  };
  return { input, stop, served, answer };
};

const introduce = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

it("ends with a sentence when a message is too long, instead of staying silent", async () => {
  const { input, served, answer } = started();
  expect(await answer(introduce)).toMatchObject({ id: 1, result: { serverInfo: { name: "satchel" } } });
  const ended = served.catch((error: unknown) => error);
  input.write("x".repeat(MAX_MESSAGE_BYTES + 1));
  expect(await ended).toMatchObject({ code: "message-too-long" });
});

it("goes on after a line that is no message", async () => {
  const { input, served, answer } = started();
  await answer(introduce);
  input.write("garbage {{{\n");
  expect(await answer({ id: 2, method: "ping" })).toMatchObject({ id: 2, result: {} });
  input.end();
  await expect(served).resolves.toBeUndefined();
});

it("ends without a word when it is stopped", async () => {
  const { stop, served, answer } = started();
  await answer(introduce);
  stop.abort();
  await expect(served).resolves.toBeUndefined();
});
