import { createServer, type IncomingMessage } from "node:http";
import { rm } from "node:fs/promises";
import type { Duplex } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Reply } from "#shared/contract/index.ts";
import type { Log } from "../../base/log.ts";
import type { Core } from "../../create-core.ts";
import { makeLaunchToken } from "../web/launch-token.ts";
import { closeServer, createSocketServer } from "../web/socket-server.ts";
import { defaultWireLimits, WireHub } from "../web/wire-hub.ts";
import { keepDoorKey } from "./door-keys.ts";
import { CORE_CLOSING, ownerPath } from "./owner-path.ts";

/** How long requests of other processes may continue when the core is about to close. */
const DRAIN_MS = 30_000;
/** The same for an answer of a model or a dream, which are kept when they are stopped. */
const DRAIN_LONG_MS = 3_000;
const isLong = (method: string) => /^(?:chat|dream)\./.test(method);

/**
 * Lets other processes of this user use this process's core, for the project that it owns. Every ownership
 * has its own path, so a request never reaches a project other than the one it was meant for.
 */
export type Door = {
  /** Opens the path of the project that the core owns now and closes earlier ones. */
  refresh(): void;
  /** New requests are refused with `core-closing`; running ones get a moment to finish. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

export type DoorOptions = {
  readonly core: Pick<Core, "dispatch" | "on" | "ownership">;
  readonly socket: string;
  readonly userData: string;
  readonly log: Log;
};

export const openDoor = async ({ core, socket, userData, log }: DoorOptions): Promise<Door> => {
  const secret = makeLaunchToken();
  let opened: { readonly path: string; readonly hub: WireHub } | null = null;
  let draining = false;
  const running: { readonly method: string }[] = [];

  const dispatchFor =
    (nonce: string): Core["dispatch"] =>
    async (method, input, signal) => {
      if (draining || core.ownership() !== nonce) return closing;
      const request = { method };
      running.push(request);
      try {
        return await core.dispatch(method, input, signal);
      } finally {
        running.splice(running.indexOf(request), 1);
      }
    };

  const server = createServer((_request, response) => response.writeHead(404).end());
  const sockets = createSocketServer();
  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on("error", () => stream.destroy());
    const hub = opened?.path === request.url ? opened?.hub : undefined;
    // Web pages always send an origin, and none may connect here.
    if (!hub || request.headers.origin !== undefined) {
      stream.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return;
    }
    sockets.handleUpgrade(request, stream, head, (accepted) => hub.accept(accepted, stream));
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(socket, () => done());
  });
  const forgetKey = await keepDoorKey(userData, socket, secret).catch((error: unknown) => {
    server.close();
    throw error;
  });

  return {
    refresh: () => {
      const nonce = core.ownership();
      const path = nonce === null ? null : ownerPath(nonce);
      if (opened?.path === path) return;
      opened?.hub.close();
      const passed = { dispatch: dispatchFor(nonce ?? ""), on: core.on };
      opened = path === null ? null : { path, hub: new WireHub(passed, secret, log, limits) };
    },
    drain: async () => {
      draining = true;
      const begun = Date.now();
      const mayRunOn = ({ method }: { readonly method: string }) =>
        Date.now() - begun < (isLong(method) ? DRAIN_LONG_MS : DRAIN_MS);
      while (running.some(mayRunOn)) await wait(10);
    },
    close: async () => {
      opened?.hub.close();
      opened = null;
      await forgetKey();
      // Gives sent replies a moment to be delivered.
      await closeServer(server, sockets, 200);
      if (process.platform !== "win32") await rm(socket, { force: true });
    },
  };
};

/** One connection carries all windows of the other process. */
const limits = { ...defaultWireLimits, running: 4096 };

const closing: Reply = {
  ok: false,
  error: { code: CORE_CLOSING, message: "The process that owns this project is closing it. Try again." },
};
