import type { Reply, Signal } from "../contract/index.ts";
import type { WireConnection } from "./wire-connection.ts";
import { connectionLost, requestCancelled, requestNotSent } from "./wire-failures.ts";

type Pending = {
  readonly method: string;
  readonly input: unknown;
  isSent: boolean;
  isCancelled: boolean;
  settle(reply: Reply): void;
};

/** Requests without a reply, oldest first. They outlive the socket on which they were sent. */
export class PendingRequests {
  readonly #connection: Pick<WireConnection, "isOpen" | "send">;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;

  constructor(connection: Pick<WireConnection, "isOpen" | "send">) {
    this.#connection = connection;
  }

  /** Sends the request now, or when the connection opens. */
  add(method: string, input: unknown, signal?: Signal): Promise<Reply> {
    return new Promise((resolve) => {
      const id = this.#nextId++;
      const cancel = () => this.#cancel(id);
      const request: Pending = {
        method,
        input,
        isSent: this.#connection.isOpen(),
        isCancelled: false,
        settle: (reply) => {
          signal?.removeEventListener("abort", cancel);
          resolve(reply);
        },
      };
      this.#pending.set(id, request);
      signal?.addEventListener("abort", cancel);
      if (request.isSent) this.#send(id, request);
    });
  }

  /** The server answered. */
  answered(id: number, reply: Reply): void {
    this.#settle(id, reply);
    // Lets the server drop the kept reply at once when nothing else follows.
    if (this.#pending.size === 0) this.#connection.send({ type: "ack", oldest: this.#nextId });
  }

  /** A server that does not know this session may have run what was sent before the disconnect. */
  loseSent(): void {
    for (const [id, { isSent }] of this.#pending) if (isSent) this.#settle(id, connectionLost);
  }

  /** The server closes and has read requests up to this number. Later ones wait as if they were never sent. */
  notReceived(received: number): void {
    for (const [id, request] of this.#pending) if (id > received) request.isSent = false;
    this.loseSent();
  }

  /** Nothing comes back any more. What was never sent did not run. */
  loseAll(): void {
    for (const [id, { isSent }] of this.#pending) this.#settle(id, isSent ? connectionLost : requestNotSent);
  }

  settleAll(reply: Reply): void {
    for (const id of this.#pending.keys()) this.#settle(id, reply);
  }

  /** Sends everything without a reply on the new socket. */
  sendAll(): void {
    for (const [id, request] of this.#pending) {
      request.isSent = true;
      this.#send(id, request);
      if (request.isCancelled) this.#connection.send({ type: "cancel", id });
    }
  }

  #send(id: number, { method, input }: Pending): void {
    const oldest = this.#pending.keys().next().value ?? this.#nextId;
    this.#connection.send({ type: "request", id, oldest, method, input });
  }

  #cancel(id: number): void {
    const request = this.#pending.get(id);
    if (!request) return;
    if (!request.isSent) return this.#settle(id, requestCancelled);
    request.isCancelled = true;
    if (this.#connection.isOpen()) this.#connection.send({ type: "cancel", id });
  }

  #settle(id: number, reply: Reply): void {
    const request = this.#pending.get(id);
    if (!request) return;
    this.#pending.delete(id);
    request.settle(reply);
  }
}
