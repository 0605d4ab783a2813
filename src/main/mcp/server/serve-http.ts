import {
  createMcpHandler,
  isInitializeRequest,
  type McpServer,
  readRequestBody,
} from "@modelcontextprotocol/server";
import { CallLimit } from "./call-limit.ts";
import { HttpSessions } from "./http-sessions.ts";
import { refusal } from "./refusal.ts";

/** Calls that run at the same time for one connection. */
export const MAX_CALLS_AT_ONCE = 8;
/** Bytes of one message. */
export const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_SUBSCRIPTIONS = 16;

/** Makes the server of one connection. */
export type MakeServer = (limit: CallLimit) => McpServer;

export type McpOverHttp = {
  answer(request: Request): Promise<Response>;
  close(): Promise<void>;
};

/**
 * Serves MCP over HTTP. A program that introduces itself (versions of 2025) gets a session, which has its name, its
 * limit and what it asked for. What comes without a session (versions from 2026 on name the program in each request)
 * is answered on its own, within one limit for all.
 */
export const serveMcpOverHttp = (make: MakeServer): McpOverHttp => {
  const sessions = new HttpSessions(() => make(new CallLimit(MAX_CALLS_AT_ONCE)), MAX_MESSAGE_BYTES);
  const limit = new CallLimit(MAX_CALLS_AT_ONCE);
  const handler = createMcpHandler(() => make(limit), {
    maxRequestBodySize: MAX_MESSAGE_BYTES,
    maxSubscriptions: MAX_SUBSCRIPTIONS,
  });
  const answer = async (request: Request): Promise<Response> => {
    const session = request.headers.get("mcp-session-id");
    if (session !== null) return sessions.answer(session, request);
    if (request.method !== "POST") return handler.fetch(request);
    const body = await readRequestBody(request, MAX_MESSAGE_BYTES);
    if (body.tooLarge) return refusal(413, `A message may have at most ${MAX_MESSAGE_BYTES} bytes.`);
    const { url, method, headers, signal } = request;
    const again = new Request(url, { method, headers, signal, body: body.text });
    return isIntroduction(body.text) ? sessions.open(again) : handler.fetch(again);
  };
  return {
    answer,
    close: async () => {
      await Promise.all([sessions.close(), handler.close()]);
    },
  };
};

const isIntroduction = (text: string): boolean => {
  try {
    return isInitializeRequest(JSON.parse(text));
  } catch {
    return false;
  }
};
