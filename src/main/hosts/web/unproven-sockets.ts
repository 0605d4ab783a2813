import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import { closeCode } from "#shared/wire/index.ts";

/** Maximum size of a hello, including its WebSocket frame. */
export const MAX_HELLO_BYTES = 4096;

/** How long a refused socket has to read the reason before it is cut. */
const REFUSED_MS = 500;

export type UnprovenLimits = {
  /** Milliseconds a socket has to present the token. */
  readonly helloWithin: number;
  /** Sockets that have not presented it yet. */
  readonly unproven: number;
};

/**
 * Sockets that have not presented the token. Any user of the machine can open one, so together they may only
 * cost little: each gets a few bytes and seconds, and a new one pushes out the oldest. A client with the
 * token presents it at once, so it is not the oldest for long.
 */
export class UnprovenSockets {
  readonly #limits: UnprovenLimits;
  readonly #refuse: (socket: WebSocket, code: number, reason: string) => void;
  readonly #waiting = new Set<WebSocket>();

  constructor(limits: UnprovenLimits, refuse: (socket: WebSocket, code: number, reason: string) => void) {
    this.#limits = limits;
    this.#refuse = refuse;
  }

  /** Returns the function to call once the socket has presented the token. */
  add(socket: WebSocket, stream: Duplex): () => void {
    for (const oldest of this.#waiting) {
      if (this.#waiting.size < this.#limits.unproven) break;
      this.#waiting.delete(oldest);
      oldest.terminate();
    }
    this.#waiting.add(socket);
    const timer = setTimeout(
      () => this.#refuse(socket, closeCode.helloTimeout, "hello-timeout"),
      this.#limits.helloWithin,
    );
    let bytes = 0;
    // Counted below the frame level: the library would keep an unfinished frame until it is complete.
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_HELLO_BYTES) return;
      if (socket.readyState !== socket.OPEN) return socket.terminate();
      this.#refuse(socket, closeCode.oversizedFrame, "oversized-hello");
      // Stops reading from the socket.
      socket.pause();
    };
    stream.on("data", count);
    socket.on("close", () => {
      clearTimeout(timer);
      this.#waiting.delete(socket);
    });
    return () => {
      clearTimeout(timer);
      stream.off("data", count);
      this.#waiting.delete(socket);
    };
  }
}

/**
 * Sends the reason and cuts the connection: a client that ignores the closing handshake would keep it for
 * half a minute.
 */
export const closeAndCut = (socket: WebSocket, code: number, reason: string): void => {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), REFUSED_MS);
  socket.once("close", () => clearTimeout(timer));
};
