import type { Clock } from "../base/clock.ts";
import { Failure } from "#shared/contract/index.ts";
import type { ChatRequest, Purpose } from "./provider.ts";
import { patientDispatcher, Silence } from "./silence.ts";

/** One request that left this process. No content, no keys, no path: only the host and the size. */
export type RequestEntry = {
  readonly at: string;
  readonly host: string;
  readonly purpose: Purpose;
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
};

export type RequestLog = {
  entries(): readonly RequestEntry[];
  /**
   * A `fetch` that records every request, follows no redirect, and reads at most so much of the body. Providers and
   * tool servers use no other. A server may say nothing for as long as the user set, unless the caller limits the wait.
   */
  fetchFor(purpose: Purpose, limit?: number | AnswerLimit, wait?: "patience" | "caller"): typeof fetch;
};

const MAX_ENTRIES = 2000;

const DEFAULT_PATIENCE_MS = 10 * 60_000;

/** Lists of models are the longest thing a server is asked for besides answers. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

export type AnswerLimit = {
  readonly bytes: number;
  /** A line is read as a whole: until it ends, each piece of it is looked through again from its beginning. */
  readonly lineBytes: number;
};

/**
 * What an answer may take on the wire: a piece may be one token with a good deal of JSON around it, and some servers
 * send a whole call in one line.
 */
export const answerLimit = ({ maxOutputTokens }: Pick<ChatRequest, "maxOutputTokens">): AnswerLimit => ({
  bytes: 4 * 1024 * 1024 + maxOutputTokens * 2000,
  lineBytes: 1024 * 1024 + maxOutputTokens * 32,
});

const tooLong = (host: string) =>
  new Failure("answer-too-long", `${host} sent far more than was asked for, so the rest was not read.`);

/** `patienceMs`: how long a server may say nothing. */
export const createRequestLog = (
  clock: Clock,
  patienceMs: () => number = () => DEFAULT_PATIENCE_MS,
): RequestLog => {
  const entries: { -readonly [Key in keyof RequestEntry]: RequestEntry[Key] }[] = [];
  return {
    entries: () => entries.map((entry) => ({ ...entry })),
    fetchFor:
      (purpose, limit = MAX_BODY_BYTES, wait = "patience") =>
      async (input, init) => {
        const { bytes: maxBytes, lineBytes } =
          typeof limit === "number" ? { bytes: limit, lineBytes: Number.POSITIVE_INFINITY } : limit;
        const url = new URL(input instanceof Request ? input.url : input);
        const entry = {
          at: clock.now().toISOString(),
          host: url.host,
          purpose,
          bytesSent: sizeOf(init?.body),
          bytesReceived: 0,
          status: null as number | null,
        };
        entries.push(entry);
        if (entries.length > MAX_ENTRIES) entries.shift();
        const silence = new Silence(url.host, wait === "caller" ? null : patienceMs());
        const stopped = init?.signal ?? (input instanceof Request ? input.signal : null);
        const dispatcher = patientDispatcher();
        const response = await fetch(input, {
          ...init,
          // A redirect would send the key to an address that the user did not enter.
          redirect: "error",
          signal: stopped ? AbortSignal.any([stopped, silence.signal]) : silence.signal,
          ...(dispatcher ? { dispatcher } : {}),
        }).catch((error: unknown) => {
          silence.over();
          throw error;
        });
        entry.status = response.status;
        if (!response.body) {
          silence.over();
          return response;
        }
        silence.heard();
        let line = 0;
        const counting = new TransformStream<Uint8Array, Uint8Array>({
          transform: (chunk, controller) => {
            silence.heard();
            entry.bytesReceived += chunk.byteLength;
            const end = chunk.lastIndexOf(NEWLINE);
            line = end === -1 ? line + chunk.byteLength : chunk.byteLength - end - 1;
            if (entry.bytesReceived <= maxBytes && line <= lineBytes) controller.enqueue(chunk);
            else controller.error(tooLong(url.host));
          },
          flush: () => silence.over(),
          cancel: () => silence.over(),
        });
        return new Response(response.body.pipeThrough(counting), {
          status: response.status,
          statusText: response.statusText,
          headers: response.headers,
        });
      },
  };
};

const NEWLINE = 10;

const sizeOf = (body: unknown): number => {
  if (typeof body === "string") return Buffer.byteLength(body);
  return body instanceof Uint8Array ? body.byteLength : 0;
};
