import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { closeCode, createWireCarrier, type WireCarrier } from "#shared/wire/index.ts";
import { parseCoreAddress } from "./core-address.ts";

/**
 * A core that runs in a `satchel serve` elsewhere: `ws://127.0.0.1:PORT#token`. Only this machine's own
 * addresses, because the token travels in the clear; a box far away is reached through an SSH tunnel.
 */
export const connectRemoteCore = (address: string): WireCarrier => {
  const { url, token } = parseCoreAddress(address);
  return createWireCarrier({
    token,
    session: randomUUID(),
    open: ({ opened, received, closed }) => {
      const socket = new WebSocket(url, { perMessageDeflate: false });
      socket.on("open", opened);
      socket.on("message", (data) => received((data as Buffer).toString("utf8")));
      socket.on("close", closed);
      // A guard that says no (403) will say no again; everything else may pass.
      let refused = false;
      socket.on("unexpected-response", () => {
        refused = true;
        socket.terminate();
        closed(closeCode.wrongToken);
      });
      // "close" follows and is what counts; without a listener the error would end the process.
      socket.on("error", () => {});
      return { send: (text) => refused || socket.send(text), close: () => socket.terminate() };
    },
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
};
