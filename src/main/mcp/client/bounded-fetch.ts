import { Failure } from "#shared/contract/index.ts";
import { MAX_MESSAGE_BYTES } from "./process-transport.ts";

/** `fetch` whose answers to messages end with a failure when they are too long. The stream of events has no end. */
export const boundedFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  if (!response.body || (init?.method ?? "GET") === "GET") return response;
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      bytes += piece.byteLength;
      if (bytes <= MAX_MESSAGE_BYTES) controller.enqueue(piece);
      else controller.error(new Failure("mcp-too-large", "The server sent an answer of over 8 MB."));
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
};
