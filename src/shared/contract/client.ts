import { type Contract, type EventName, type EventOf, type Events, type Method } from "./contract.ts";
import { Failure, type Reply } from "./failure.ts";
import type { RouteInput, RouteOutput } from "./route.ts";
import type { Signal } from "./signal.ts";

/** Carries calls and events between a client and a core: preload bridge, WebSocket, or the same process. */
export type Carrier = {
  request(method: string, input: unknown, signal?: Signal): Promise<Reply>;
  /** Subscribes to all events of the core; returns an unsubscribe function. */
  listen(listener: (event: Events) => void): () => void;
};

export type Client = {
  /** Rejects with a Failure when the core refuses. */
  call<M extends Method>(
    method: M,
    input: RouteInput<Contract[M]>,
    signal?: Signal,
  ): Promise<RouteOutput<Contract[M]>>;
  on<Name extends EventName>(name: Name, listener: (event: EventOf<Name>) => void): () => void;
};

export const createClient = (carrier: Carrier): Client => ({
  call: async <M extends Method>(method: M, input: RouteInput<Contract[M]>, signal?: Signal) => {
    const reply = await carrier.request(method, input, signal);
    if (!reply.ok) throw new Failure(reply.error.code, reply.error.message, reply.error.detail);
    return reply.value as RouteOutput<Contract[M]>;
  },
  on: (name, listener) =>
    carrier.listen((event) => {
      if (isNamed(event, name)) listener(event);
    }),
});

const isNamed = <Name extends EventName>(event: Events, name: Name): event is Events & EventOf<Name> =>
  event.event === name;
