import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type TokenRelay = { readonly url: string; close(): void };

/**
 * Adds the token of a launch to each request, for a test program that cannot send one. `Host` and `Origin` that name
 * the relay name the server behind it; foreign ones stay as they are, for the server to judge.
 */
export const startTokenRelay = async (target: { port: number; token: string }): Promise<TokenRelay> => {
  const server = createServer((request, response) => pass(request, response, target));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const pass = (
  request: IncomingMessage,
  response: ServerResponse,
  { port, token }: { port: number; token: string },
): void => {
  const own = `127.0.0.1:${request.socket.localPort}`;
  const renamed = (name?: string) => name?.replace(own, `127.0.0.1:${port}`);
  const { host, origin, ...headers } = request.headers;
  const asked = ask({
    host: "127.0.0.1",
    port,
    method: request.method,
    path: request.url,
    headers: {
      ...headers,
      host: renamed(host),
      ...(origin !== undefined && { origin: renamed(origin) }),
      authorization: `Bearer ${token}`,
    },
  });
  asked.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", () => response.destroy());
  });
  asked.once("error", () => response.destroy());
  response.once("close", () => asked.destroy());
  request.pipe(asked);
};
