import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { WebSocket } from "ws";
import { createWireCarrier, type WireCarrier } from "#shared/wire/index.ts";
import type { DoorKey } from "./door-keys.ts";
import { ownerPath } from "./owner-path.ts";

export type OwnerConnection = WireCarrier & {
  /** The owner's process answered, though perhaps only that the project is not open yet. */
  answered(): boolean;
};

/** Uses the core of a different process of this user. Reconnects on its own while that process lives. */
export const connectOwner = (key: DoorKey, nonce: string): OwnerConnection => {
  let answered = false;
  const carrier = createWireCarrier({
    token: key.secret,
    session: randomUUID(),
    open: ({ opened, received, closed }) => {
      const socket = new WebSocket(`ws://satchel${ownerPath(nonce)}`, {
        perMessageDeflate: false,
        maxPayload: 0,
        createConnection: () => connect(key.socket),
      });
      socket.on("open", () => {
        answered = true;
        opened();
      });
      socket.on("message", (data) => received((data as Buffer).toString("utf8")));
      socket.on("close", closed);
      socket.on("unexpected-response", () => {
        // Not open yet, or no longer: the lock shows which.
        answered = true;
        socket.terminate();
      });
      // "close" follows and is handled; without a listener the error would end the process.
      socket.on("error", () => {});
      return { send: (text) => socket.send(text), close: () => socket.terminate() };
    },
    later: (milliseconds, run) => {
      const timer = setTimeout(
        run,
        Math.min(milliseconds, isPatience(milliseconds) ? milliseconds : MAX_RETRY_MS),
      );
      return () => clearTimeout(timer);
    },
  });
  return { ...carrier, answered: () => answered };
};

/** A process on the same machine is retried soon. */
const MAX_RETRY_MS = 200;

/** The carrier waits at most 5 s between attempts; a longer value is its time limit. */
const isPatience = (milliseconds: number) => milliseconds > 5_000;
