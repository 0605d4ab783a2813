import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import type { ChatStore } from "./chat-state.ts";
import { turnAsRead } from "./turn.ts";

type Store = Pick<ChatStore, "getState" | "setState">;

/**
 * Reads the open conversation from the core. The result is dropped when a different one was opened meanwhile.
 */
export const createReader = (client: Client, { getState: get, setState: set }: Store) => {
  const read = async (): Promise<void> => {
    const { current } = get();
    if (current === null) return;
    try {
      const [view, { running, approvals, queue }] = await Promise.all([
        client.call("sessions.read", { session: current }),
        client.call("chat.state", { session: current }),
      ]);
      if (get().current !== current) return;
      set({
        entries: view.entries,
        seen: new Set(view.seen),
        pinned: new Set(view.pinnedMessages),
        branches: view.branches,
        broken: view.broken.length,
        turn: turnAsRead(get().turn, { running, approvals, live: view.streaming }),
        queue,
        status: "ready",
        failure: null,
      });
      await readRun();
    } catch (error) {
      if (get().current === current) set({ status: "failed", failure: failureText(error) });
    }
  };

  const readRun = async (): Promise<void> => {
    // A failure before anything was sent has no run; what is no longer read is so still.
    const sent = get().entries.findLast((entry) => entry.type === "message" && entry.run !== undefined);
    const id = sent?.type === "message" ? sent.run : undefined;
    if (!id) return set({ run: null });
    if (get().run?.id === id) return;
    const found = await client.call("context.run", { id }).catch(() => null);
    set({ run: found?.manifest ?? null });
  };

  return { read, readRun };
};
