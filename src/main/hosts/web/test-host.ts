import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import type { Events, Reply, Signal } from "#shared/contract/index.ts";
import { createWireCarrier, type WireCarrier } from "#shared/wire/index.ts";
import type { Log } from "../../base/log.ts";
import type { Core } from "../../create-core.ts";
import { serveWeb, type WebHost } from "./serve-web.ts";
import type { WireLimits } from "./wire-hub.ts";

export type TestHost = WebHost & {
  /** What the server wrote to its log. */
  readonly logged: string[];
  emit(event: Events): void;
};

/** A real server on a real port, with a core that the test defines. */
export const startTestHost = async (
  answer: (method: string, input: unknown, signal: Signal) => Promise<Reply> = async () => ({
    ok: true,
    value: {},
  }),
  limits: Partial<WireLimits> = {},
  port = 0,
): Promise<TestHost> => {
  const listeners = new Set<(event: Events) => void>();
  const core: Pick<Core, "dispatch" | "on"> = {
    dispatch: (method, input, signal) => answer(method, input, signal ?? AbortSignal.abort()),
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const logged: string[] = [];
  const write = (message: string, fields?: unknown) => logged.push(JSON.stringify({ message, fields }));
  const log: Log = { info: write, warn: write, error: write };
  const root = builtRenderer();
  const host = await serveWeb({ core, root, port, version: "1.2.3", log, limits });
  return { ...host, logged, emit: (event) => listeners.forEach((listener) => listener(event)) };
};

export type TestClient = WireCarrier & {
  readonly events: Events[];
  /** Drops the connection without a closing handshake. */
  drop(): void;
  /** Stops reading from the socket. */
  pause(): void;
  resume(): void;
  /** While set, everything that the server sends is dropped. */
  deaf: boolean;
  /** Frames that arrived, including dropped ones. */
  frames: number;
  /** Resolves once `holds` returns true, checked after every frame and change of status. */
  until(holds: () => boolean): Promise<void>;
};

/** A client with the product's own carrier, on a connection that the test can cut. */
export const connectTestClient = (host: Pick<WebHost, "port" | "token">, patience?: number): TestClient => {
  let wire: WebSocket | null = null;
  const events: Events[] = [];
  const waiting = new Set<() => void>();
  const changed = () => waiting.forEach((look) => look());
  const carrier = createWireCarrier({
    token: host.token,
    session: crypto.randomUUID(),
    ...(patience === undefined ? {} : { patience }),
    open: ({ opened, received, closed }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}/socket`);
      wire = socket;
      socket.on("open", opened);
      socket.on("message", (data) => {
        client.frames += 1;
        if (!client.deaf) received((data as Buffer).toString());
        setImmediate(changed);
      });
      socket.on("close", closed);
      socket.on("error", () => {});
      return { send: (text) => socket.send(text), close: () => socket.terminate() };
    },
    later: (milliseconds, run) => {
      // Only the wait between two attempts is shortened; the longest of those is 5 s.
      const isPatience = milliseconds === patience || milliseconds > 5000;
      const timer = setTimeout(run, isPatience ? milliseconds : 20);
      return () => clearTimeout(timer);
    },
  });
  carrier.listen((event) => events.push(event));
  carrier.status.subscribe(() => setImmediate(changed));
  const client: TestClient = {
    ...carrier,
    events,
    deaf: false,
    frames: 0,
    drop: () => wire?.terminate(),
    pause: () => wire?.pause(),
    resume: () => wire?.resume(),
    until: (holds) =>
      new Promise((done) => {
        const look = () => {
          if (!holds()) return;
          waiting.delete(look);
          done();
        };
        waiting.add(look);
        look();
      }),
  };
  return client;
};

/** A folder like `out/renderer`, with a secret beside it that must never be served. */
const builtRenderer = (): string => {
  const out = mkdtempSync(join(tmpdir(), "satchel-out-"));
  const root = join(out, "renderer");
  mkdirSync(join(root, "assets"), { recursive: true });
  writeFileSync(join(root, "index.html"), "<!doctype html><title>Satchel</title>");
  writeFileSync(join(root, "assets", "app-1a2b.js"), "export {};");
  writeFileSync(join(root, ".hidden.json"), "{}");
  writeFileSync(join(out, "secret.json"), "{}");
  return root;
};
