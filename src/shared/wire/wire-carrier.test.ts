import { expect, it } from "vitest";
import { createWireCarrier } from "./wire-carrier.ts";
import type { SocketEvents } from "./wire-connection.ts";

/** A carrier on sockets and timers that the test controls. */
const carried = () => {
  const sockets: SocketEvents[] = [];
  const sent: { type: string; id?: number }[] = [];
  const waiting: (() => void)[] = [];
  const carrier = createWireCarrier({
    token: "t",
    session: "s",
    open: (events) => {
      sockets.push(events);
      return {
        send: (text) => void sent.push(JSON.parse(text) as { type: string; id?: number }),
        close: () => events.closed(1000),
      };
    },
    later: (_milliseconds, run) => {
      waiting.push(run);
      return () => void waiting.splice(waiting.indexOf(run), 1);
    },
  });
  const welcome = (known: boolean, launch = "l") => {
    const frame = { type: "welcome", launch, seq: 0, known, resync: false };
    sockets.at(-1)?.received(JSON.stringify(frame));
  };
  const sentIds = () => sent.flatMap(({ type, id }) => (type === "request" ? [id] : []));
  return { carrier, sockets, waiting, welcome, sentIds };
};

it("reconnects after a disconnect, and waits a moment first", () => {
  const { sockets, waiting } = carried();
  sockets[0]?.closed(1006);
  expect(sockets).toHaveLength(1);
  waiting.at(-1)?.();
  expect(sockets).toHaveLength(2);
});

it("never reconnects once its owner has closed it", async () => {
  const { carrier, sockets, waiting } = carried();
  carrier.close();
  expect(waiting).toEqual([]);
  expect(sockets).toHaveLength(1);
  expect(await carrier.request("a.b", {})).toMatchObject({ ok: false });
});

it("sends again what a closing server has not read, once, and reports the rest as lost", async () => {
  const { carrier, sockets, waiting, welcome, sentIds } = carried();
  welcome(false);
  const read = carrier.request("a.read", {});
  const unread = carrier.request("a.unread", {});
  sockets[0]?.received(JSON.stringify({ type: "goodbye", received: 1 }));
  expect(await read).toMatchObject({ ok: false, error: { code: "connection-lost" } });
  // Nothing is sent to a server that reads no more.
  const later = carrier.request("a.later", {});
  expect(sentIds()).toEqual([1, 2]);
  waiting.at(-1)?.();
  welcome(false, "another");
  expect(sentIds()).toEqual([1, 2, 2, 3]);
  for (const id of [2, 3])
    sockets[1]?.received(JSON.stringify({ type: "reply", id, reply: { ok: true, value: id } }));
  expect([await unread, await later]).toEqual([
    { ok: true, value: 2 },
    { ok: true, value: 3 },
  ]);
});

it("says which requests were never sent when it is closed", async () => {
  const { carrier, welcome } = carried();
  const waiting = carrier.request("a.b", {});
  carrier.close();
  expect(await waiting).toMatchObject({ ok: false, error: { code: "request-not-sent" } });
  welcome(true);
});
