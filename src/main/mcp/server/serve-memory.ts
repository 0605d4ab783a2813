import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { Failure } from "#shared/contract/failure.ts";
import { CallLimit } from "./call-limit.ts";
import { createMemoryServer, type ServerOptions } from "./memory-server.ts";
import { MAX_CALLS_AT_ONCE, MAX_MESSAGE_BYTES, type McpOverHttp, serveMcpOverHttp } from "./serve-http.ts";

type Streams = { readonly input: Readable; readonly output: Writable; readonly stop: AbortSignal };

/**
 * Serves on standard streams until the input ends or `stop` is aborted. Fails when a message is too long: where it
 * ends is then unknown, so nothing after it can be answered.
 */
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
  const close = transport.close.bind(transport);
  // It closes itself when a message does not fit; the process would stay and answer nothing.
  transport.close = async () => {
    await close();
    if (!stopped.aborted && !output.errored) ended.abort(new Failure("message-too-long", TOO_LONG));
  };
  if (!stopped.aborted) await once(stopped, "abort");
  await served.close();
  if (ended.signal.reason instanceof Failure) throw ended.signal.reason;
};

const TOO_LONG = `A message had more than ${MAX_MESSAGE_BYTES} bytes, so the connection was ended. Nothing was written.`;

/** Serves requests of HTTP. The host has checked the token. */
export const serveMemoryOverHttp = (options: Omit<ServerOptions, "door">): McpOverHttp =>
  serveMcpOverHttp((limit) => createMemoryServer({ ...options, door: "http" }, limit));
