import { createClient, type Client } from "../../src/shared/contract/index.ts";
import { createWireCarrier } from "../../src/shared/wire/index.ts";

/** A client of the server's core outside the page, as a second window would be. */
export const connectCore = (url: string): { readonly client: Client; readonly close: () => void } => {
  const { host, hash } = new URL(url);
  const carrier = createWireCarrier({
    token: hash.replace("#token=", ""),
    session: crypto.randomUUID(),
    open: ({ opened, received, closed }) => {
      const socket = new WebSocket(`ws://${host}/socket`);
      socket.addEventListener("open", () => opened());
      socket.addEventListener("message", (message) => received(String(message.data)));
      socket.addEventListener("close", (event) => closed(event.code));
      return { send: (text) => socket.send(text), close: () => socket.close() };
    },
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  return { client: createClient(carrier), close: () => carrier.close() };
};
