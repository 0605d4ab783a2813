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

/** Works through the core of another process of this user. Reconnects by itself while that process lives. */
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
        // Not yet open, or no longer: the lock says which.
        answered = true;
        socket.terminate();
      });
      // "close" follows and is what counts; without a listener the error would end the process.
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

/** A process on the same machine is asked again soon. */
const MAX_RETRY_MS = 200;

/** The carrier waits at most 5 s between attempts; what is longer is its patience. */
const isPatience = (milliseconds: number) => milliseconds > 5_000;
