import { Failure } from "#shared/contract/index.ts";
import type { RequestLog } from "../../providers/request-log.ts";
import { MAX_MESSAGE_BYTES } from "./process-transport.ts";

/**
 * How a tool server with an address is reached. Every request is in the log of requests, no redirect is followed (the
 * values of headers belong to the address they were entered for), and a message that is too long ends the stream.
 * How long a call may take is the connection's limit; the stream of events may be silent for hours.
 */
export const boundedFetch =
  (requests: RequestLog): typeof fetch =>
  async (input, init) => {
    const response = await requests.fetchFor("tools", Number.POSITIVE_INFINITY, "caller")(input, init);
    if (!response.body) return response;
    const isEvents = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(isEvents ? boundedEvents() : boundedBody());
    return new Response(body, { status, statusText, headers });
  };

const tooLong = () => new Failure("mcp-too-large", "The server sent a message of over 8 MB.");

const boundedBody = () => {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.byteLength;
      if (bytes <= MAX_MESSAGE_BYTES) controller.enqueue(piece);
      else controller.error(tooLong());
    },
  });
};

/** Events are separated by an empty line; the stream as a whole has no limit. */
const boundedEvents = () => {
  let bytes = 0;
  let isLineStart = true;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      for (const byte of piece) {
        bytes += 1;
        if (byte === LINE_FEED) {
          if (isLineStart) bytes = 0;
          isLineStart = true;
        } else if (byte !== CARRIAGE_RETURN) isLineStart = false;
        if (bytes > MAX_MESSAGE_BYTES) return controller.error(tooLong());
      }
      controller.enqueue(piece);
    },
  });
};

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
