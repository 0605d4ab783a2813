import { expect, it } from "vitest";
import { createWireCarrier } from "./wire-carrier.ts";
import type { SocketEvents } from "./wire-connection.ts";

/** A carrier on sockets and timers that the test holds in its hand. */
const carried = () => {
  const sockets: SocketEvents[] = [];
  const waiting: (() => void)[] = [];
  const carrier = createWireCarrier({
    token: "t",
    session: "s",
    open: (events) => {
      sockets.push(events);
      return { send: () => {}, close: () => events.closed(1000) };
    },
    later: (_milliseconds, run) => {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
  });
  return { carrier, sockets, waiting };
};

it("comes back after a drop, and waits a moment first", () => {
  const { sockets, waiting } = carried();
  sockets[0]?.closed(1006);
  expect(sockets).toHaveLength(1);
  waiting.at(-1)?.();
  expect(sockets).toHaveLength(2);
});

it("never comes back once its owner has closed it", async () => {
  const { carrier, sockets, waiting } = carried();
  carrier.close();
  expect(waiting).toEqual([]);
  expect(sockets).toHaveLength(1);
  expect(await carrier.request("a.b", {})).toMatchObject({ ok: false });
});
