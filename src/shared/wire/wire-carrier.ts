import type { Carrier, Events, Reply } from "../contract/index.ts";
import { type ClientFrame, closeCode, type ServerFrame, serverFrame } from "./frames.ts";

/** Where the connection stands. `refused` is final: the token is not the server's. */
export type WireStatus = "connecting" | "open" | "lost" | "refused";

export type Socket = { send(text: string): void; close(): void };
export type SocketEvents = {
  readonly opened: () => void;
  readonly received: (text: string) => void;
  readonly closed: (code: number) => void;
};

export type WireOptions = {
  readonly token: string;
  /** Names this page or window to the server; a fresh one per carrier. */
  readonly session: string;
  open(events: SocketEvents): Socket;
  /** Runs once after so many milliseconds; gives back the way not to. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** How long a request waits for a lost connection, in milliseconds. */
  readonly patience?: number;
};

export type WireStatusStore = {
  readonly get: () => WireStatus;
  readonly subscribe: (listener: (status: WireStatus) => void) => () => void;
};

export type WireCarrier = Carrier & {
  /** Shaped for React's useSyncExternalStore. */
  readonly status: WireStatusStore;
  close(): void;
};

/** The client side of the WebSocket, for a page and for a remote window alike: it reconnects and resumes. */
export const createWireCarrier = (options: WireOptions): WireCarrier => {
  const { token, session, later, patience = 60_000 } = options;
  const pending = new Map<number, Pending>();
  const listeners = new Set<(event: Events) => void>();
  const watchers = new Set<(status: WireStatus) => void>();
  let status: WireStatus = "connecting";
  let socket: Socket | null = null;
  let nextId = 1;
  let seen: { launch: string; seq: number } | null = null;
  let attempt = 0;
  /** Out of patience: nothing waits for the connection any more until it is back. */
  let givenUp = false;
  /** Closed by its owner: it never comes back. */
  let ended = false;
  let stopRetry = nothing;
  let stopPatience = nothing;

  const setStatus = (next: WireStatus) => {
    if (status === next) return;
    status = next;
    for (const watcher of watchers) watcher(next);
  };

  const emit = (event: Events) => {
    for (const listener of listeners) listener(event);
  };

  const sendFrame = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));

  const oldest = () => pending.keys().next().value ?? nextId;

  const sendRequest = (id: number, { method, input }: Pending) => {
    sendFrame({ type: "request", id, oldest: oldest(), method, input });
  };

  const settle = (id: number, reply: Reply) => {
    const waiting = pending.get(id);
    if (!waiting) return;
    pending.delete(id);
    waiting.settle(reply);
  };

  const settleAll = (reply: Reply) => {
    for (const id of pending.keys()) settle(id, reply);
  };

  const connect = () => {
    let current = true;
    const opened = options.open({
      opened: () => current && sendFrame({ type: "hello", token, session, seen }),
      received: (text) => current && receive(text),
      closed: (code) => {
        if (!current || ended) return;
        current = false;
        socket = null;
        dropped(code);
      },
    });
    socket = opened;
  };

  const dropped = (code: number) => {
    if (code === closeCode.wrongToken || code === closeCode.replaced) {
      stopPatience();
      setStatus("refused");
      settleAll(refused);
      return;
    }
    if (status !== "lost") {
      setStatus("lost");
      stopPatience();
      stopPatience = later(patience, () => {
        givenUp = true;
        settleAll(lost);
      });
    }
    stopRetry = later(Math.min(5000, 200 * 2 ** attempt), connect);
    attempt += 1;
  };

  const receive = (text: string) => {
    const frame = parse(text);
    switch (frame?.type) {
      case "welcome":
        return welcomed(frame);
      case "event":
        if (seen) seen.seq = frame.seq;
        return emit(frame.event as unknown as Events);
      case "resync":
        if (seen) seen.seq = frame.seq;
        return emit({ event: "app.resync", reason: "events-missed" });
      case "reply":
        settle(frame.id, frame.reply);
        // Lets the server forget the kept reply at once when nothing else follows.
        if (pending.size === 0) sendFrame({ type: "ack", oldest: nextId });
        return;
      case undefined:
        return;
    }
  };

  const welcomed = (frame: ServerFrame & { type: "welcome" }) => {
    stopPatience();
    attempt = 0;
    givenUp = false;
    const restarted = seen !== null && seen.launch !== frame.launch;
    seen = { launch: frame.launch, seq: frame.seq };
    // A server that does not know this session may have run what was sent before the drop.
    if (!frame.known) {
      for (const [id, request] of pending) if (request.sent) settle(id, lost);
    }
    setStatus("open");
    if (frame.resync) emit({ event: "app.resync", reason: restarted ? "restarted" : "events-missed" });
    for (const [id, request] of pending) {
      request.sent = true;
      sendRequest(id, request);
      if (request.cancelled) sendFrame({ type: "cancel", id });
    }
  };

  connect();

  return {
    request: (method, input, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(cancelled);
        if (status === "refused") return resolve(refused);
        if (givenUp) return resolve(lost);
        const id = nextId++;
        const cancel = () => {
          const request = pending.get(id);
          if (!request) return;
          if (!request.sent) return settle(id, cancelled);
          request.cancelled = true;
          if (status === "open") sendFrame({ type: "cancel", id });
        };
        const request: Pending = {
          method,
          input,
          sent: status === "open",
          cancelled: false,
          settle: (reply) => {
            signal?.removeEventListener("abort", cancel);
            resolve(reply);
          },
        };
        pending.set(id, request);
        signal?.addEventListener("abort", cancel);
        if (request.sent) sendRequest(id, request);
      }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: {
      get: () => status,
      subscribe: (watcher) => {
        watchers.add(watcher);
        return () => watchers.delete(watcher);
      },
    },
    close: () => {
      ended = true;
      stopRetry();
      stopPatience();
      const closing = socket;
      socket = null;
      givenUp = true;
      closing?.close();
      settleAll(lost);
    },
  };
};

const nothing = () => {};

type Pending = {
  readonly method: string;
  readonly input: unknown;
  sent: boolean;
  cancelled: boolean;
  settle(reply: Reply): void;
};

const parse = (text: string): ServerFrame | null => {
  const parsed = serverFrame.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
};

const failed = (code: string, message: string): Reply => ({ ok: false, error: { code, message } });

const cancelled = failed("cancelled", "The request was cancelled.");
const lost = failed(
  "connection-lost",
  "The connection to Satchel was lost before the answer came. The change may or may not have been made.",
);
const refused = failed(
  "connection-refused",
  "Satchel refused the connection. Open the address that it printed when it started.",
);
