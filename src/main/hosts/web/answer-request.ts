import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Log } from "../../base/log.ts";
import type { McpOverHttp } from "../../mcp/server/serve-http.ts";
import { answerMcp } from "./answer-mcp.ts";
import { DIAGRAM_PAGE, diagramPolicy, isFrameScript } from "../page-policy.ts";
import { guardRequest } from "./guard-request.ts";
import { isLaunchToken } from "./launch-token.ts";
import { securityHeaders } from "./security-headers.ts";
import { findStaticFile } from "./static-files.ts";

export type Site = {
  readonly host: string;
  readonly token: string;
  /** The built renderer. */
  readonly root: string;
  readonly version: string;
  readonly log: Log;
  /** The memory of the open project for other programs, at `/mcp`. */
  readonly memory: McpOverHttp;
};

/** Plain HTTP: the files of the renderer for everyone, `/api/` only with the token. */
export const answerRequest = async (
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  for (const [name, value] of Object.entries(securityHeaders(site.host))) response.setHeader(name, value);
  const refusal = guardRequest(request, site.host);
  if (refusal) {
    site.log.warn("A request was refused.", { reason: refusal.reason });
    return say(response, refusal.status, refusal.message);
  }
  const path = (request.url ?? "/").split(/[?#]/, 1)[0] ?? "/";
  if (path === "/mcp") {
    if (hasToken(site, request)) return answerMcp(site.memory, site.host, request, response);
    site.log.warn("A request was refused.", { reason: "wrong-token" });
    return say(response, 401, "This address needs the token of this launch.");
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.setHeader("allow", "GET, HEAD");
    return say(response, 405, "Only GET and HEAD are answered here.");
  }
  if (path === DIAGRAM_PAGE) {
    response.setHeader("content-security-policy", diagramPolicy);
    response.removeHeader("x-frame-options");
  }
  if (isFrameScript(path, request.headers.origin)) response.setHeader("access-control-allow-origin", "null");
  if (path.startsWith("/api/")) return answerApi(site, path, request, response);
  return sendFile(site, path, request, response);
};

/** Programs that speak MCP send it as a bearer token. */
const hasToken = (site: Site, { headers }: IncomingMessage): boolean => {
  const own = headers["x-satchel-token"];
  const given =
    typeof own === "string" ? own : /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? "")?.[1];
  return given !== undefined && isLaunchToken(given, site.token);
};

const answerApi = (site: Site, path: string, request: IncomingMessage, response: ServerResponse) => {
  if (!hasToken(site, request)) {
    site.log.warn("A request was refused.", { reason: "wrong-token" });
    return say(response, 401, "This address needs the token of this launch.");
  }
  if (path !== "/api/health") return say(response, 404, "There is nothing at this address.");
  response.writeHead(200, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(JSON.stringify({ version: site.version }));
};

const sendFile = async (site: Site, path: string, request: IncomingMessage, response: ServerResponse) => {
  const file = await findStaticFile(site.root, path);
  if (!file) return say(response, 404, "There is nothing at this address.");
  response.writeHead(200, {
    "content-type": file.type,
    "content-length": file.size,
    "cache-control": file.immutable ? "public, max-age=31536000, immutable" : "no-store",
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  await pipeline(file.open(), response);
};

const say = (response: ServerResponse, status: number, message: string) => {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  response.end(`${message}\n`);
};
