import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createMemoryServer, type ServerOptions } from "./memory-server.ts";

/** Bytes of one message. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

type Streams = { readonly input: Readable; readonly output: Writable; readonly stop: AbortSignal };

/** Serves on standard streams until the input ends or `stop` is aborted. */
export const serveMemoryOnStreams = async (
  options: Omit<ServerOptions, "door">,
  { input, output, stop }: Streams,
): Promise<void> => {
  const ended = new AbortController();
  const stopped = AbortSignal.any([stop, ended.signal]);
  for (const event of ["end", "close", "error"]) input.once(event, () => ended.abort());
  const transport = new StdioServerTransport(input, output, { maxBufferSize: MAX_MESSAGE_BYTES });
  const served = serveStdio(() => createMemoryServer({ ...options, door: "stdio" }), { transport });
  if (!stopped.aborted) await once(stopped, "abort");
  await served.close();
};

export type MemoryOverHttp = {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
};

/** Serves requests of HTTP. The host has checked the token. */
export const serveMemoryOverHttp = (options: Omit<ServerOptions, "door">): MemoryOverHttp => {
  const handler = createMcpHandler(() => createMemoryServer({ ...options, door: "http" }), {
    maxRequestBodySize: MAX_MESSAGE_BYTES,
    maxSubscriptions: 16,
  });
  return { answer: (request) => handler.fetch(request), close: () => handler.close() };
};
