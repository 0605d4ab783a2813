import { createStore } from "zustand/vanilla";
import type { Client, EventOf } from "#shared/contract/index.ts";
import type { WindowState } from "../ui/window-state.ts";
import { createDrafts, type Draft, noDraft } from "./chat-drafts.ts";
import { followChat } from "./chat-events.ts";
import { type ChatState, type ChatStore, emptyConversation } from "./chat-state.ts";
import { chatTurns } from "./chat-turns.ts";
import { collected } from "./collected.ts";
import { createReader } from "./conversation-reader.ts";
import { newestFirst } from "./session-order.ts";
import { createTurnRunner } from "./turn-runner.ts";
import { withPieces } from "./turn.ts";

export type { ChatState, ChatStore } from "./chat-state.ts";

/** One conversation at a time, kept up to date by events. */
type Options = {
  /** Runs before every turn; false when the turn must not begin. */
  readonly beforeTurn?: () => Promise<boolean>;
};

const always = () => Promise.resolve(true);

export const createChatStore = (
  client: Client,
  remember: WindowState,
  { beforeTurn = always }: Options = {},
): ChatStore =>
  createStore<ChatState>((set, get, store) => {
    const drafts = createDrafts(remember);
    const deltas = collected<EventOf<"chat.delta">>((pieces) =>
      set(({ turn }) => ({ turn: withPieces(turn, pieces) })),
    );
    const { read, readRun } = createReader(client, store);
    const { run, finish } = createTurnRunner({ store, flush: deltas.flush, beforeTurn, readRun });
    const stops = followChat(client, { store, deltas, read, finish });

    const draft = (change: Partial<Draft>) => {
      const { message, files, next: forNext, here } = get();
      const next = { message, files, next: forNext, here, ...change };
      set(next);
      drafts.keep(get().current, next);
    };

    return {
      ...emptyConversation,
      ...noDraft,
      sessions: [],
      current: null,
      status: "ready",
      openProject: async () => {
        set({ ...emptyConversation, sessions: [], current: null, status: "ready" });
        await get().listSessions();
        const last = remember.read<string | null>("session", null);
        await get().open(get().sessions.some(({ id }) => id === last) ? last : null);
      },
      open: async (session) => {
        set({
          ...emptyConversation,
          ...drafts.of(session),
          current: session,
          status: session === null ? "ready" : "reading",
        });
        remember.write("session", session);
        await read();
      },
      readAgain: async () => {
        await get().listSessions();
        await read();
      },
      listSessions: async () => {
        const [shown, archived] = await Promise.all([
          client.call("sessions.list", {}),
          client.call("sessions.list", { archived: true }),
        ]);
        const all = new Map([...shown.sessions, ...archived.sessions].map((info) => [info.id, info]));
        set({ sessions: [...all.values()].sort(newestFirst) });
      },
      write: (message) => draft({ message }),
      attach: (file) => draft({ files: [...get().files.filter(({ path }) => path !== file.path), file] }),
      detach: (path) => draft({ files: get().files.filter((file) => file.path !== path) }),
      ...chatTurns(client, {
        store,
        run,
        read,
        draft,
        beforeTurn,
        onBegun: (session) => {
          drafts.keep(null, noDraft);
          remember.write("session", session);
        },
      }),
      close: () => {
        for (const stop of stops) stop();
        deltas.close();
        drafts.close();
      },
    };
  });
