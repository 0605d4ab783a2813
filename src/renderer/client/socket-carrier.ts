import { createWireCarrier, type WireCarrier } from "#shared/wire/index.ts";

/** A carrier over the WebSocket of the server that this page came from. */
export const socketCarrier = (token: string): WireCarrier =>
  createWireCarrier({
    token,
    session: crypto.randomUUID(),
    open: ({ opened, received, closed }) => {
      const socket = new WebSocket(`ws://${location.host}/socket`);
      socket.addEventListener("open", opened);
      socket.addEventListener("message", (message) => received(String(message.data)));
      socket.addEventListener("close", (event) => closed(event.code));
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
