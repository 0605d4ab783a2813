import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { CallLimit } from "./call-limit.ts";
import { createMemoryServer, type ServerOptions } from "./memory-server.ts";
import { MAX_CALLS_AT_ONCE, MAX_MESSAGE_BYTES, type McpOverHttp, serveMcpOverHttp } from "./serve-http.ts";

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
  const limit = new CallLimit(MAX_CALLS_AT_ONCE);
  const served = serveStdio(() => createMemoryServer({ ...options, door: "stdio" }, limit), { transport });
  if (!stopped.aborted) await once(stopped, "abort");
  await served.close();
};

/** Serves requests of HTTP. The host has checked the token. */
export const serveMemoryOverHttp = (options: Omit<ServerOptions, "door">): McpOverHttp =>
  serveMcpOverHttp((limit) => createMemoryServer({ ...options, door: "http" }, limit));
