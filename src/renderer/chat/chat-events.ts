import type { TurnEnd } from "#shared/contract/chat.ts";
import type { Client, EventOf } from "#shared/contract/index.ts";
import type { ChatStore } from "./chat-state.ts";
import { placed } from "./session-order.ts";
import { withEntry } from "./shown-entries.ts";
import { sending, withApproval, withoutApproval, withoutEntry } from "./turn.ts";
import { failureSentence } from "../ui/failure-text.ts";

type Parts = {
  readonly store: Pick<ChatStore, "getState" | "setState">;
  readonly deltas: { readonly add: (piece: EventOf<"chat.delta">) => void; readonly flush: () => void };
  readonly read: () => Promise<void>;
  readonly finish: (session: string, end: TurnEnd) => void;
};

/** Subscribes to the core's events about conversations; returns the unsubscribe functions. */
export const followChat = (client: Client, parts: Parts): readonly (() => void)[] => {
  const { deltas, read, finish } = parts;
  const { getState: get, setState: set } = parts.store;
  const mine =
    <Event extends { readonly session: string }>(work: (event: Event) => void) =>
    (event: Event) => {
      if (event.session === get().current) work(event);
    };
  return [
    client.on(
      "chat.started",
      mine(() => set({ turn: sending })),
    ),
    client.on("chat.delta", mine(deltas.add)),
    client.on(
      "chat.entry",
      mine(({ entry }) => {
        deltas.flush();
        const entries = withEntry(get().entries, entry);
        if (!entries) return void read();
        set({ entries, turn: withoutEntry(get().turn, entry.id), seen: new Set([...get().seen, entry.id]) });
      }),
    ),
    client.on(
      "chat.retrying",
      mine(({ delay, failure }) => {
        deltas.flush();
        set({ turn: { kind: "retrying", until: Date.now() + delay, reason: failureSentence(failure) } });
      }),
    ),
    client.on(
      "chat.approval",
      mine(({ event: _name, ...request }) => set({ turn: withApproval(get().turn, request) })),
    ),
    client.on("chat.approved", ({ approval }) => set({ turn: withoutApproval(get().turn, approval) })),
    client.on(
      "chat.compacted",
      mine(() => void read()),
    ),
    client.on(
      "chat.queue",
      mine(({ queue }) => set({ queue })),
    ),
    client.on(
      "chat.ended",
      mine(({ session, end }) => finish(session, end)),
    ),
    client.on("sessions.changed", ({ session }) => set({ sessions: placed(get().sessions, session) })),
    client.on("sessions.removed", ({ session }) => {
      set({ sessions: get().sessions.filter(({ id }) => id !== session) });
      if (get().current === session) void get().open(null);
    }),
  ];
};
