import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { closeCode, createWireCarrier, type WireCarrier } from "#shared/wire/index.ts";
import { parseCoreAddress } from "./core-address.ts";

/**
 * A core that runs in a different `satchel serve`: `ws://127.0.0.1:PORT#token`. Only loopback addresses,
 * because the token is sent unencrypted; a remote machine is reached through an SSH tunnel.
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
      // A refusal (403) will not change; any other error may be temporary.
      let refused = false;
      socket.on("unexpected-response", () => {
        refused = true;
        socket.terminate();
        closed(closeCode.wrongToken);
      });
      // "close" follows and is handled; without a listener the error would end the process.
      socket.on("error", () => {});
      return { send: (text) => refused || socket.send(text), close: () => socket.terminate() };
    },
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
};
