import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { type ClientFrame, clientFrame, closeCode, type ServerFrame } from "#shared/wire/index.ts";
import type { Log } from "../../base/log.ts";
import type { Core } from "../../create-core.ts";
import { EventRing, type EventRingLimits } from "./event-ring.ts";
import { isLaunchToken } from "./launch-token.ts";
import { closeAndCut, MAX_HELLO_BYTES, type UnprovenLimits, UnprovenSockets } from "./unproven-sockets.ts";
import { WireSession, type WireSessionLimits } from "./wire-session.ts";

export type WireLimits = EventRingLimits &
  WireSessionLimits &
  UnprovenLimits & {
    /** Milliseconds between two heartbeats. */
    readonly beatEvery: number;
    /** Milliseconds a session without a socket is kept. */
    readonly keepSession: number;
    readonly sessions: number;
    /** Above this many buffered bytes, nothing more is written to a socket. */
    readonly highWater: number;
  };

export const defaultWireLimits: WireLimits = {
  count: 2000,
  chars: 8_000_000,
  running: 256,
  keptChars: 64_000_000,
  helloWithin: 5000,
  unproven: 32,
  beatEvery: 30_000,
  keepSession: 5 * 60_000,
  sessions: 64,
  highWater: 1_000_000,
};

/** Everything behind the sockets: connected clients, the events they missed, and their requests. */
export class WireHub {
  readonly #core: Pick<Core, "dispatch" | "on">;
  readonly #token: string;
  readonly #log: Log;
  readonly #limits: WireLimits;
  readonly #launch = randomUUID();
  readonly #ring: EventRing;
  readonly #sessions = new Map<string, Kept>();
  readonly #sockets = new Set<WebSocket>();
  readonly #unproven: UnprovenSockets;
  readonly #onWelcome: () => void;
  readonly #stopListening: () => void;

  constructor(
    core: Pick<Core, "dispatch" | "on">,
    token: string,
    log: Log,
    limits: WireLimits,
    onWelcome: () => void = () => {},
  ) {
    this.#core = core;
    this.#token = token;
    this.#log = log;
    this.#limits = limits;
    this.#onWelcome = onWelcome;
    this.#unproven = new UnprovenSockets(limits, (socket, code, reason) =>
      this.#refuse(socket, code, reason),
    );
    this.#ring = new EventRing(limits);
    this.#stopListening = core.on((event) => {
      this.#ring.push(event);
      for (const kept of this.#sessions.values()) kept.pump();
    });
  }

  /** `stream` is what the socket runs on. */
  accept(socket: WebSocket, stream: Duplex): void {
    this.#sockets.add(socket);
    this.#watch(socket);
    let session: WireSession | null = null;
    const proven = this.#unproven.add(socket, stream);

    socket.on("message", (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return;
      if (isBinary) return this.#refuse(socket, closeCode.binaryFrame, "binary-frame");
      // The library delivers text messages as one Buffer unless configured otherwise.
      const bytes = data as Buffer;
      if (!session && bytes.length > MAX_HELLO_BYTES) {
        return this.#refuse(socket, closeCode.oversizedFrame, "oversized-hello");
      }
      const said = parseJson(bytes.toString("utf8"));
      // A client without the token learns nothing else, not even the format of a frame.
      if (!session && said !== undefined && !isLaunchToken(tokenOf(said), this.#token)) {
        return this.#refuse(socket, closeCode.wrongToken, "wrong-token");
      }
      const frame = parseFrame(said);
      if (!frame) return this.#refuse(socket, closeCode.malformedFrame, "malformed-frame");
      if (!session) {
        if (frame.type !== "hello") return this.#refuse(socket, closeCode.wrongToken, "wrong-token");
        proven();
        session = this.#welcome(socket, frame);
        this.#onWelcome();
        return;
      }
      if (frame.type === "hello") return this.#refuse(socket, closeCode.malformedFrame, "second-hello");
      apply(session, frame);
      if (session.overfull) this.#refuse(socket, closeCode.tooMany, "replies-not-taken");
    });
    socket.on("error", (error) => {
      this.#log.warn("A connection broke the protocol.", { reason: errorCode(error) });
    });
    socket.on("close", () => this.#sockets.delete(socket));
  }

  close(): void {
    this.#stopListening();
    for (const kept of this.#sessions.values()) {
      sayGoodbye(kept);
      kept.forget();
    }
    for (const socket of this.#sockets) socket.close(closeCode.goingAway, "server closing");
  }

  #welcome(socket: WebSocket, hello: ClientFrame & { type: "hello" }): WireSession {
    const known = this.#sessions.get(hello.session);
    known?.socket?.close(closeCode.replaced, "replaced");
    const session = known?.session ?? new WireSession(this.#core.dispatch, this.#limits);
    if (!known) this.#makeRoom();

    const sameLaunch = hello.seen?.launch === this.#launch;
    const resumes = sameLaunch && this.#ring.covers(hello.seen?.seq ?? 0);
    let cursor = resumes ? (hello.seen?.seq ?? 0) : this.#ring.last;
    let forgetTimer: NodeJS.Timeout | undefined;

    const send = (text: string) => socket.send(text, () => pump());
    const pump = () => {
      while (socket.readyState === socket.OPEN && socket.bufferedAmount < this.#limits.highWater) {
        if (!this.#ring.covers(cursor)) {
          cursor = this.#ring.last;
          send(JSON.stringify({ type: "resync", seq: cursor } satisfies ServerFrame));
          continue;
        }
        const event = this.#ring.after(cursor);
        if (event !== undefined) cursor += 1;
        // Events first: events of a request arrive before its reply.
        const text = event ?? session.nextReply();
        if (text === undefined) return;
        send(text);
      }
    };
    const kept: Kept = {
      session,
      socket,
      pump,
      forget: () => {
        clearTimeout(forgetTimer);
        session.close();
        if (this.#sessions.get(hello.session) === kept) this.#sessions.delete(hello.session);
      },
    };
    known?.stopForgetting?.();
    this.#sessions.set(hello.session, kept);
    session.attach(pump);

    socket.on("close", (code) => {
      if (this.#sessions.get(hello.session) !== kept) return;
      session.detach();
      kept.socket = null;
      if (code === closeCode.tooMany) return kept.forget();
      forgetTimer = setTimeout(kept.forget, this.#limits.keepSession).unref();
      kept.stopForgetting = () => clearTimeout(forgetTimer);
    });

    const welcome: ServerFrame = {
      type: "welcome",
      launch: this.#launch,
      seq: cursor,
      known: known !== undefined,
      resync: hello.seen !== null && !resumes,
    };
    send(JSON.stringify(welcome));
    return session;
  }

  /** Drops sessions without a connection, the oldest first. */
  #makeRoom(): void {
    for (const kept of this.#sessions.values()) {
      if (this.#sessions.size < this.#limits.sessions) return;
      if (!kept.socket) kept.forget();
    }
  }

  /** Closes sockets whose other side disappeared without closing. */
  #watch(socket: WebSocket): void {
    let alive = true;
    socket.on("pong", () => {
      alive = true;
    });
    const beat = setInterval(() => {
      if (!alive) return socket.terminate();
      alive = false;
      socket.ping();
    }, this.#limits.beatEvery);
    socket.on("close", () => clearInterval(beat));
  }

  #refuse(socket: WebSocket, code: number, reason: string): void {
    this.#log.warn("A connection was refused.", { reason, code });
    closeAndCut(socket, code, reason);
  }
}

type Kept = {
  readonly session: WireSession;
  socket: WebSocket | null;
  readonly pump: () => void;
  readonly forget: () => void;
  stopForgetting?: () => void;
};

/** Every reply there is, then up to which request was read: the client can ask for the rest elsewhere. */
const sayGoodbye = ({ session, socket }: Kept): void => {
  if (socket?.readyState !== socket?.OPEN) return;
  for (let reply = session.nextReply(); reply !== undefined; reply = session.nextReply()) socket?.send(reply);
  socket?.send(JSON.stringify({ type: "goodbye", received: session.received } satisfies ServerFrame));
};

const apply = (session: WireSession, frame: Exclude<ClientFrame, { type: "hello" }>) => {
  switch (frame.type) {
    case "request":
      return session.request(frame);
    case "cancel":
      return session.cancel(frame.id);
    case "ack":
      return session.acknowledge(frame.oldest);
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const parseFrame = (said: unknown): ClientFrame | null => clientFrame.safeParse(said).data ?? null;

const tokenOf = (said: unknown): string => {
  if (typeof said !== "object" || said === null || !("token" in said)) return "";
  return typeof said.token === "string" ? said.token : "";
};

const errorCode = (error: Error) => ("code" in error ? String(error.code) : error.name);
