import type { Carrier, Events } from "../contract/index.ts";
import { type ServerFrame, serverFrame } from "./frames.ts";
import { PendingRequests } from "./pending-requests.ts";
import { type ConnectionOptions, WireConnection } from "./wire-connection.ts";
import { requestCancelled } from "./wire-failures.ts";
import type { WireStatusStore } from "./wire-status.ts";

export type WireOptions = ConnectionOptions & {
  readonly token: string;
  /** Identifies this page or window to the server; a new one per carrier. */
  readonly session: string;
};

export type WireCarrier = Carrier & {
  readonly status: WireStatusStore;
  close(): void;
};

/** The client side of the WebSocket, for a page and for a remote window alike: it reconnects and resumes. */
export const createWireCarrier = (options: WireOptions): WireCarrier => {
  const { token, session } = options;
  const listeners = new Set<(event: Events) => void>();
  let seen: { launch: string; seq: number } | null = null;

  const emit = (event: Events) => {
    for (const listener of listeners) listener(event);
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
        return requests.answered(frame.id, frame.reply);
      case "goodbye":
        requests.notReceived(frame.received);
        return connection.leave();
      case undefined:
        return;
    }
  };

  const welcomed = (frame: ServerFrame & { type: "welcome" }) => {
    const isRestarted = seen !== null && seen.launch !== frame.launch;
    seen = { launch: frame.launch, seq: frame.seq };
    if (!frame.known) requests.loseSent();
    connection.accepted();
    if (frame.resync) emit({ event: "app.resync", reason: isRestarted ? "restarted" : "events-missed" });
    requests.sendAll();
  };

  const connection = new WireConnection(options, {
    hello: () => ({ type: "hello", token, session, seen }),
    received: receive,
    failed: (reply) => requests.settleAll(reply),
    lost: () => requests.loseAll(),
  });
  const requests = new PendingRequests(connection);
  connection.connect();

  return {
    request: (method, input, signal) => {
      const failure = signal?.aborted ? requestCancelled : connection.failure();
      return failure ? Promise.resolve(failure) : requests.add(method, input, signal);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    status: connection.status,
    close: () => connection.close(),
  };
};

const parse = (text: string): ServerFrame | null => {
  const parsed = serverFrame.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
};
