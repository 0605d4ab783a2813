import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { McpOverHttp } from "../../mcp/server/serve-http.ts";

/** Carries a request of HTTP to the server of MCP and its answer back. The size of the body is bounded there. */
export const answerMcp = async (
  memory: McpOverHttp,
  host: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const method = request.method ?? "GET";
  const hasBody = method !== "GET" && method !== "HEAD" && method !== "DELETE";
  const answer = await memory.answer(
    new Request(`http://${host}/mcp`, {
      method,
      headers: headersOf(request),
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(request), duplex: "half" }),
    }),
  );
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "cache-control": "no-store" });
  if (answer.body === null) {
    response.end();
    return;
  }
  // A program opens a stream for news, which it leaves when it ends.
  response.flushHeaders();
  await pipeline(Readable.fromWeb(answer.body), response).catch((error: unknown) => {
    if (!gone.signal.aborted) throw error;
  });
};

/** The token stays at this door. */
const headersOf = ({ headers }: IncomingMessage): Headers => {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name === "authorization" || name === "x-satchel-token") continue;
    if (typeof value === "string") given.set(name, value);
  }
  return given;
};
