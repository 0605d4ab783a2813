import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { Failure } from "#shared/contract/index.ts";
import { closeCode, createWireCarrier, type WireCarrier } from "#shared/wire/index.ts";

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

export const parseCoreAddress = (address: string): { readonly url: string; readonly token: string } => {
  const url = URL.canParse(address) ? new URL(address) : null;
  const token = url?.hash.replace(/^#(token=)?/, "") ?? "";
  const isLocal = url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (!url || !["ws:", "http:"].includes(url.protocol) || !isLocal || token === "") {
    throw new Failure(
      "bad-core-address",
      "The address of a core looks like ws://127.0.0.1:PORT#token, as `satchel serve` prints it.",
    );
  }
  return { url: `ws://${url.host}/socket`, token };
};
