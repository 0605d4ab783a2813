import type { Server } from "node:http";
import { WebSocketServer } from "ws";
import { MAX_FRAME_BYTES } from "#shared/wire/index.ts";

/** Takes over connections that a server of HTTP upgrades. */
export const createSocketServer = (): WebSocketServer =>
  new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false });

/** Settles when nobody is connected. A client that does not answer the closing handshake in time is cut off. */
export const closeServer = async (
  server: Server,
  sockets: WebSocketServer,
  graceMs: number,
): Promise<void> => {
  sockets.close();
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const force = setTimeout(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearTimeout(force);
};
