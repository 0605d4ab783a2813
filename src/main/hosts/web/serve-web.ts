import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo } from "node:net";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Duplex } from "node:stream";
import { createClient, Failure } from "#shared/contract/index.ts";
import type { Log } from "../../base/log.ts";
import type { Core } from "../../create-core.ts";
import { lazyMcp } from "../../mcp/server/lazy-mcp.ts";
import { answerRequest, type Site } from "./answer-request.ts";
import { guardRequest } from "./guard-request.ts";
import { makeLaunchToken } from "./launch-token.ts";
import { closeServer, createSocketServer } from "./socket-server.ts";
import { defaultWireLimits, WireHub, type WireLimits } from "./wire-hub.ts";

export type WebHostOptions = {
  readonly core: Pick<Core, "dispatch" | "on">;
  /** The built renderer. */
  readonly root: string;
  /** 0: the system chooses a free one. */
  readonly port: number;
  readonly version: string;
  readonly log: Log;
  /** In development, a token that survives a restart; otherwise new for each launch. */
  readonly token?: string;
  readonly limits?: Partial<WireLimits>;
  /** A client presented the token. */
  readonly onConnect?: () => void;
};

export type WebHost = {
  readonly port: number;
  readonly token: string;
  /** The address to open, with the token in its fragment. */
  readonly url: string;
  close(): Promise<void>;
};

/** The app in a browser tab. Listens on 127.0.0.1 only. */
export const serveWeb = async (options: WebHostOptions): Promise<WebHost> => {
  const root = resolve(options.root);
  const { core, log } = options;
  const token = options.token ?? makeLaunchToken();
  let site: Site | null = null;

  const server = createServer((request, response) => {
    if (!site) {
      response.destroy();
      return;
    }
    answerRequest(site, request, response).catch((error: unknown) => {
      log.warn("An answer could not be sent.", {
        reason: error instanceof Error ? error.message : "unknown",
      });
      response.destroy();
    });
  });
  const port = await listen(server, options.port);
  if (!(await stat(join(root, "index.html")).catch(() => null))) {
    server.close();
    throw new Failure("not-built", "The app is not built yet. Run `npm run build` first.");
  }
  const host = `127.0.0.1:${port}`;
  const client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  const memory = lazyMcp({ client, version: options.version });
  site = { host, token, root, version: options.version, log, memory };

  const limits = { ...defaultWireLimits, ...options.limits };
  const hub = new WireHub(core, token, log, limits, options.onConnect);
  const sockets = createSocketServer();
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy());
    const refusal = guardRequest(request, host) ?? (request.url === "/socket" ? null : notFound);
    if (refusal) {
      log.warn("A connection was refused.", { reason: refusal.reason });
      return refuseUpgrade(stream, refusal.status, refusal.message);
    }
    sockets.handleUpgrade(request, stream, head, (socket) => hub.accept(socket, stream));
  });

  return {
    port,
    token,
    url: `http://${host}/#token=${token}`,
    close: async () => {
      hub.close();
      await memory.close();
      await closeServer(server, sockets, 500);
    },
  };
};

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
  new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => fail(toFailure(error, port)));
    server.listen(port, "127.0.0.1", () => done((server.address() as AddressInfo).port));
  });

const toFailure = (error: NodeJS.ErrnoException, port: number): Error => {
  if (error.code === "EADDRINUSE") {
    return new Failure(
      "port-in-use",
      `Port ${port} is in use by another program. Choose a different one with --port.`,
      { port },
    );
  }
  if (error.code === "EACCES") {
    return new Failure("port-denied", `This system does not let Satchel use port ${port}.`, { port });
  }
  return error;
};

const notFound = { status: 404, reason: "unknown-path", message: "There is nothing at this address." };

const refuseUpgrade = (stream: Duplex, status: number, message: string) => {
  const body = `${message}\n`;
  stream.end(
    [
      `HTTP/1.1 ${status} ${status === 404 ? "Not Found" : "Forbidden"}`,
      "Connection: close",
      "Content-Type: text/plain; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
};
