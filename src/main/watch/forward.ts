import * as http from "node:http";
import * as https from "node:https";
import { pipeline } from "node:stream/promises";
import { Transform } from "node:stream";
import { targetAt, type Upstream } from "./upstream.ts";

/** What is told of a request while it goes by. The copies are the listener's; nothing waits for it. */
export type Seen = {
  sent(chunk: Buffer): void;
  /** The whole request has left. */
  asked(): void;
  answer(status: number, headers: http.IncomingHttpHeaders): void;
  received(chunk: Buffer): void;
};

/** Why the answer did not come, or not whole. `said`: whether a status of the upstream had been passed on. */
export type ForwardEnd = { readonly outcome: "finished" | "failed" | "stopped"; readonly why: string | null };

export type ForwardOptions = {
  readonly upstream: Upstream;
  /** How long the upstream may say nothing. */
  readonly patienceMs: number;
  readonly seen: Seen;
};

/**
 * Passes a request on to the upstream and its answer back. Method, path, headers with their case and order, both
 * bodies, compression and status stay as they are. Two things differ in the request: `Host` names the upstream, and
 * the values of a header that comes several times stand together. Redirects go back to the program like every other
 * answer.
 */
export const forward = async (
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { upstream, patienceMs, seen }: ForwardOptions,
): Promise<ForwardEnd> => {
  const target = targetAt(upstream, request.url ?? "");
  if (target === null) {
    refuse(response, 400, "This address forwards paths only.");
    return { outcome: "failed", why: "It asked for an address, not for a path." };
  }
  const gone = new AbortController();
  const quiet = new Quiet(patienceMs, () => gone.abort());
  // Whichever side ended first: the end of one ends the other.
  let left = false;
  let broken = false;
  const leave = () => {
    if (response.writableFinished) return;
    left = !broken;
    gone.abort();
  };
  response.once("close", leave);
  const asked = ask(request, target, upstream, gone.signal);
  try {
    const sending = send(request, asked, seen, quiet);
    const answer = await answerTo(asked, sending);
    answer.once("error", () => (broken = !left));
    quiet.heard();
    seen.answer(answer.statusCode ?? 0, answer.headers);
    repeatHead(answer, response);
    await pipeline(
      answer,
      copying((chunk) => seen.received(chunk), quiet),
      response,
    );
    return { outcome: "finished", why: null };
  } catch (error) {
    asked.destroy();
    return failed(error, response, { host: upstream.url.host, silent: quiet.isOver, left });
  } finally {
    quiet.stop();
    response.off("close", leave);
  }
};

const ask = (
  request: http.IncomingMessage,
  target: string,
  { url }: Upstream,
  signal: AbortSignal,
): http.ClientRequest => {
  const secure = url.protocol === "https:";
  const asked = (secure ? https : http).request({
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    method: request.method,
    path: target,
    setHost: false,
    signal,
  });
  for (const [name, value] of headersOf(request.rawHeaders))
    asked.setHeader(name, name.toLowerCase() === "host" ? url.host : value);
  leaveOut(asked, request.headers, ["connection", "content-length", "transfer-encoding"]);
  return asked;
};

/** What Node would add on its own where the other side has sent nothing. */
const leaveOut = (
  message: http.OutgoingMessage,
  headers: http.IncomingHttpHeaders,
  names: readonly string[],
): void => {
  for (const name of names) if (headers[name] === undefined) message.removeHeader(name);
};

/** In their order; the values of a name that comes several times together. */
const headersOf = (raw: readonly string[]): readonly (readonly [string, string | string[]])[] => {
  const found = new Map<string, { name: string; values: string[] }>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? "";
    const key = name.toLowerCase();
    const known = found.get(key) ?? { name, values: [] };
    known.values.push(raw[at + 1] ?? "");
    found.set(key, known);
  }
  return [...found.values()].map(({ name, values: [first = "", ...more] }) => [
    name,
    more.length === 0 ? first : [first, ...more],
  ]);
};

const send = async (
  request: http.IncomingMessage,
  asked: http.ClientRequest,
  seen: Seen,
  quiet: Quiet,
): Promise<void> => {
  asked.flushHeaders();
  await pipeline(
    request,
    copying((chunk) => seen.sent(chunk), quiet),
    asked,
  );
  seen.asked();
};

/** The server was not asked for it. */
const SWITCHED = "a change of the protocol";

/** The answer may come before the request has left: a server that refuses does not read to the end. */
const answerTo = (asked: http.ClientRequest, sending: Promise<void>): Promise<http.IncomingMessage> =>
  new Promise((done, fail) => {
    asked.once("response", done);
    asked.once("error", fail);
    asked.once("upgrade", (_, socket) => {
      socket.destroy();
      fail(Object.assign(new Error("The server changed the protocol."), { code: SWITCHED }));
    });
    sending.catch(fail);
  });

const repeatHead = (answer: http.IncomingMessage, response: http.ServerResponse): void => {
  response.sendDate = false;
  leaveOut(response, answer.headers, ["connection", "content-length", "transfer-encoding", "date"]);
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
  response.flushHeaders();
};

const copying = (copy: (chunk: Buffer) => void, quiet: Quiet): Transform =>
  new Transform({
    transform: (chunk: Buffer, _, done) => {
      quiet.heard();
      copy(chunk);
      done(null, chunk);
    },
  });

const failed = (
  error: unknown,
  response: http.ServerResponse,
  { host, silent, left }: { readonly host: string; readonly silent: boolean; readonly left: boolean },
): ForwardEnd => {
  if (silent) {
    const why = `${host} has said nothing for too long, so the request was ended.`;
    refuse(response, 504, why);
    return { outcome: "failed", why };
  }
  if (left) return { outcome: "stopped", why: "The program ended the connection." };
  const code = error instanceof Error && "code" in error ? String(error.code) : "no reason";
  const why = response.headersSent
    ? `${host} ended the answer before it was whole (${code}).`
    : code.startsWith("HPE_") || code === SWITCHED
      ? `${host} answered with something that is no answer of HTTP (${code}).`
      : `${host} could not be reached (${code}).`;
  refuse(response, 502, why);
  return { outcome: "failed", why };
};

/** An error as the formats have it, from Satchel itself. Once an answer has begun, it can only be cut off. */
export const refuse = (response: http.ServerResponse, status: number, message: string): void => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const body = `${JSON.stringify({ type: "error", error: { type: "satchel_watch", message } })}\n`;
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  response.end(body);
};

/** Calls `over` when nothing was heard for a while. */
class Quiet {
  readonly #timer: NodeJS.Timeout;
  isOver = false;

  constructor(ms: number, over: () => void) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      over();
    }, ms);
  }

  heard(): void {
    this.#timer.refresh();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
