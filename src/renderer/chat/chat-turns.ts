import type { TurnEnd } from "#shared/contract/chat.ts";
import type { Client } from "#shared/contract/index.ts";
import { type AnswerChoice, isNone } from "#shared/model/answer-choice.ts";
import type { Picture } from "#shared/model/picture.ts";
import type { MessageQueue } from "#shared/model/message-queue.ts";
import { picturesIn, withAttached } from "./attached.ts";
import { type Draft, noDraft } from "./chat-drafts.ts";
import type { ChatState, ChatStore } from "./chat-state.ts";
import { placed } from "./session-order.ts";
import { before, upToQuestion } from "./shown-entries.ts";
import { idle, isRunning } from "./turn.ts";

type Parts = {
  readonly store: Pick<ChatStore, "getState" | "setState">;
  /** True when the turn started. */
  readonly run: (session: string, work: () => Promise<TurnEnd>) => Promise<boolean>;
  readonly read: () => Promise<void>;
  /** False when what is sent could not be saved first. */
  readonly beforeTurn: () => Promise<boolean>;
  readonly draft: (change: Partial<Draft>) => void;
  /** Called when the first message of a conversation gave it an id. */
  readonly onBegun: (session: string) => void;
};

type Asked = {
  readonly session: string;
  readonly text: string;
  readonly attachments: string[];
  readonly pictures?: Picture[];
  readonly activeFile?: string;
  readonly choice?: AnswerChoice;
};

type Turns = Pick<
  ChatState,
  | "send"
  | "editQueued"
  | "moveQueued"
  | "removeQueued"
  | "resumeQueue"
  | "chooseNext"
  | "chooseHere"
  | "stop"
  | "edit"
  | "refit"
  | "regenerate"
  | "continue"
  | "showBranch"
  | "decide"
  | "pinMessage"
>;

/** The user's actions in a conversation: ask, stop, ask again, approve. */
export const chatTurns = (client: Client, { store, run, read, draft, beforeTurn, onBegun }: Parts): Turns => {
  const { getState: get, setState: set } = store;

  const current = (): string => {
    const { current } = get();
    if (current === null) throw new Error("There is no conversation to do this in.");
    return current;
  };

  const begin = async (text: string, choice: AnswerChoice): Promise<string> => {
    const created = await client.call("sessions.create", { title: titleOf(text) });
    const { session } = isNone(choice)
      ? created
      : await client.call("sessions.update", { session: created.session.id, choice });
    set({ current: session.id, sessions: placed(get().sessions, session), status: "ready" });
    onBegun(session.id);
    return session.id;
  };

  const queued = ({ queue }: { readonly queue: MessageQueue }) => set({ queue });

  /** False when what it needs could not be saved. */
  const enqueue = async (asked: Asked): Promise<boolean> => {
    if (!(await beforeTurn())) return false;
    queued(await client.call("chat.enqueue", asked));
    return true;
  };

  return {
    send: async (activeFile) => {
      const { message, files, next, here, turn } = get();
      const text = message.trim();
      if (text === "") return;
      const session = get().current ?? (await begin(text, here));
      const said = get().entries.length;
      draft(noDraft);
      const asked = {
        session,
        // The core reads files of the project itself; the text of other files is sent from here.
        text: withAttached(
          files.filter(({ outside }) => outside),
          text,
        ),
        attachments: files.filter(({ outside }) => !outside).map(({ path }) => path),
        ...(picturesIn(files).length === 0 ? {} : { pictures: picturesIn(files) }),
        ...(activeFile && { activeFile }),
        ...(isNone(next) ? {} : { choice: next }),
      };
      if (isRunning(turn)) {
        const isQueued = await enqueue(asked).catch((error: unknown) => {
          if (get().current === session) draft({ message, files, next });
          throw error;
        });
        if (!isQueued && get().current === session) draft({ message, files, next });
        return;
      }
      const sent = await run(session, () => client.call("chat.send", asked));
      // Refused before it was sent: the text returns to the composer.
      if (!sent && get().current === session && get().entries.length === said)
        draft({ message, files, next });
    },
    editQueued: async (id, text) =>
      queued(await client.call("chat.editQueued", { session: current(), id, text })),
    moveQueued: async (id, to) =>
      queued(await client.call("chat.moveQueued", { session: current(), id, to })),
    removeQueued: async (id) => queued(await client.call("chat.removeQueued", { session: current(), id })),
    resumeQueue: async () => queued(await client.call("chat.resumeQueue", { session: current() })),
    chooseNext: (next) => draft({ next }),
    chooseHere: async (choice) => {
      const { current: session } = get();
      if (session === null) return draft({ here: choice });
      await client.call("sessions.update", { session, choice });
    },
    stop: async () => {
      await client.call("chat.stop", { session: current() });
    },
    edit: async (message, text) => {
      const session = current();
      set({ entries: before(get().entries, message) });
      await run(session, () => client.call("chat.edit", { session, message, text }));
      await read();
    },
    refit: async (message, files) => {
      const session = current();
      set({ entries: before(get().entries, message) });
      await run(session, () => client.call("chat.refit", { session, message, files }));
      await read();
    },
    regenerate: async (message) => {
      const session = current();
      set({ entries: upToQuestion(get().entries, message) });
      await run(session, () => client.call("chat.regenerate", { session, message }));
      await read();
    },
    continue: async () => {
      const session = current();
      await run(session, () => client.call("chat.continue", { session }));
      await read();
    },
    showBranch: async (entry) => {
      await client.call("chat.branch", { session: current(), entry });
      set(({ turn }) => (turn.kind === "ended" ? { turn: idle } : {}));
      await read();
    },
    decide: async (approval, decision) => {
      await client.call("chat.approve", { approval, decision });
    },
    pinMessage: async (message, pinned) => {
      const session = current();
      const { pinnedMessages } = await client.call("sessions.pinMessage", { session, message, pinned });
      if (get().current === session) set({ pinned: new Set(pinnedMessages) });
    },
  };
};

const titleOf = (text: string): string => {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length <= 60 ? line : `${Array.from(line).slice(0, 58).join("").trimEnd()}…`;
};
