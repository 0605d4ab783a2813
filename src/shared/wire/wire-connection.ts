import type { Reply } from "../contract/index.ts";
import { type ClientFrame, closeCode } from "./frames.ts";
import { connectionLost, connectionRefused } from "./wire-failures.ts";
import { WatchedStatus } from "./wire-status.ts";

export type Socket = { send(text: string): void; close(): void };
export type SocketEvents = {
  readonly opened: () => void;
  readonly received: (text: string) => void;
  readonly closed: (code: number) => void;
};

export type ConnectionOptions = {
  open(events: SocketEvents): Socket;
  /** Runs once after this many milliseconds; returns a function that cancels it. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** How long a request waits for a lost connection, in milliseconds. */
  readonly patience?: number;
};

export type ConnectionEvents = {
  /** The first frame on a new socket. */
  readonly hello: () => ClientFrame;
  readonly received: (text: string) => void;
  /** No request waits for the connection any more; `reply` contains the reason. */
  readonly failed: (reply: Reply) => void;
  /** The same for a connection that was lost. */
  readonly lost: () => void;
};

const DEFAULT_PATIENCE_MS = 60_000;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 5_000;

/** One socket after another to the same server, with increasing pauses between failed attempts. */
export class WireConnection {
  readonly status = new WatchedStatus();
  readonly #options: ConnectionOptions;
  readonly #events: ConnectionEvents;
  #socket: Socket | null = null;
  #attempt = 0;
  /** The time limit passed: no request waits for the connection until it is back. */
  #isGivenUp = false;
  /** Closed by its owner: it never reconnects. */
  #isEnded = false;
  #drop: (code: number) => void = nothing;
  #stopRetry = nothing;
  #stopPatience = nothing;

  constructor(options: ConnectionOptions, events: ConnectionEvents) {
    this.#options = options;
    this.#events = events;
  }

  connect(): void {
    let isCurrent = true;
    const closed = (code: number) => {
      if (!isCurrent || this.#isEnded) return;
      isCurrent = false;
      this.#socket = null;
      this.#dropped(code);
    };
    this.#drop = closed;
    this.#socket = this.#options.open({
      opened: () => isCurrent && this.send(this.#events.hello()),
      received: (text) => isCurrent && this.#events.received(text),
      closed,
    });
  }

  /** The server said that it reads no more: the socket counts as closed from now on. */
  leave(): void {
    const left = this.#socket;
    this.#drop(closeCode.goingAway);
    left?.close();
  }

  isOpen(): boolean {
    return this.status.get() === "open";
  }

  /** Why a new request would wait in vain; null when it may wait. */
  failure(): Reply | null {
    if (this.status.get() === "refused") return connectionRefused;
    return this.#isGivenUp ? connectionLost : null;
  }

  /** Does nothing without a socket. */
  send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** The server accepted the hello. */
  accepted(): void {
    this.#stopPatience();
    this.#attempt = 0;
    this.#isGivenUp = false;
    this.status.set("open");
  }

  close(): void {
    this.#isEnded = true;
    this.#stopRetry();
    this.#stopPatience();
    const closing = this.#socket;
    this.#socket = null;
    this.#isGivenUp = true;
    closing?.close();
    this.#events.lost();
  }

  #dropped(code: number): void {
    if (code === closeCode.wrongToken || code === closeCode.replaced) {
      this.#stopPatience();
      this.status.set("refused");
      this.#events.failed(connectionRefused);
      return;
    }
    if (this.status.get() !== "lost") {
      this.status.set("lost");
      this.#losePatienceLater();
    }
    const pause = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempt);
    this.#stopRetry = this.#options.later(pause, () => this.connect());
    this.#attempt += 1;
  }

  #losePatienceLater(): void {
    const { later, patience = DEFAULT_PATIENCE_MS } = this.#options;
    this.#stopPatience();
    this.#stopPatience = later(patience, () => {
      this.#isGivenUp = true;
      this.#events.lost();
    });
  }
}

const nothing = () => {};
