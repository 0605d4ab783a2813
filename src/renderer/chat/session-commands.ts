import type { Client } from "#shared/contract/index.ts";
import type { SessionInfo } from "#shared/contract/sessions.ts";
import { formatTokens } from "../ui/format.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { saveText } from "../ui/save-text.ts";
import type { ChatStore } from "./chat-store.ts";
import { failureText } from "../ui/failure-text.ts";

export type SessionCommands = ReturnType<typeof sessionCommands>;

/** The user's actions on whole conversations, each with a message for success and failure. */
export const sessionCommands = (client: Client, store: ChatStore) => {
  const words = t.chat.list;
  const nameOf = ({ title }: SessionInfo) => title || words.untitled;

  return {
    rename: (session: SessionInfo, title: string) =>
      void tell(async () => {
        await client.call("sessions.rename", { session: session.id, title });
      }),
    label: (session: SessionInfo, labels: readonly string[]) =>
      void tell(async () => {
        const set = (value: readonly string[]) =>
          client.call("sessions.update", { session: session.id, labels: [...value] });
        const before = session.labels;
        await set(labels);
        notify(labels.length === 0 ? words.labelsGone : words.labelled(labels), {
          action: { label: t.undo, run: () => void tell(async () => void (await set(before))) },
        });
      }),
    renameLabel: (from: string, to: string | null) =>
      void tell(async () => {
        const { before } = await client.call("sessions.renameLabel", { from, to });
        notify(to === null ? words.labelRemoved(from) : words.labelRenamed(from, to), {
          action: {
            label: t.undo,
            run: () =>
              void tell(async () => {
                await client.call("sessions.setLabels", { sessions: before });
              }),
          },
        });
      }),
    pin: (session: SessionInfo, pinned: boolean) =>
      void tell(async () => {
        await client.call("sessions.update", { session: session.id, pinned });
      }),
    archive: (session: SessionInfo, archived: boolean) =>
      void tell(async () => {
        const set = (value: boolean) =>
          client.call("sessions.update", { session: session.id, archived: value });
        await set(archived);
        if (!archived) return;
        await store.getState().open(null);
        notify(words.archivedNow(nameOf(session)), {
          action: {
            label: t.undo,
            run: () =>
              void tell(async () => {
                await set(false);
                await store.getState().open(session.id);
              }),
          },
        });
      }),
    save: (session: SessionInfo, format: "markdown" | "json") =>
      void tell(async () => {
        const { name, text } = await client.call("sessions.export", { session: session.id, format });
        saveText(name, text);
        notify(words.exported(name));
      }),
    /** A file in the system's trash can only be restored by the system. */
    remove: (session: SessionInfo) =>
      void tell(async () => {
        const { undo } = await client.call("sessions.remove", { session: session.id });
        const bringBack = async (token: string) => {
          const back = await client.call("sessions.undoRemove", { undo: token });
          await store.getState().open(back.session.id);
          notify(words.restored(nameOf(session)));
        };
        if (undo === null) return notify(words.trashed(nameOf(session)));
        notify(words.removed(nameOf(session)), {
          action: { label: t.undo, run: () => void tell(() => bringBack(undo)) },
        });
      }),
    /** Starts over in the same conversation; the earlier messages stay as a different version of it. */
    clear: (session: string) =>
      void tell(async () => {
        const { from } = await client.call("chat.clear", { session });
        await store.getState().open(session);
        if (from === null) return;
        notify(words.cleared, {
          action: { label: t.undo, run: () => void tell(() => store.getState().showBranch(from)) },
        });
      }),
    compact: (session: string) =>
      tell(async () => {
        const { summarised, freed, exact } = await client.call("chat.compact", { session });
        await store.getState().readAgain();
        notify(t.chat.compaction.done(summarised, formatTokens(freed, exact)));
      }),
    undoCompaction: (session: string) =>
      void tell(async () => {
        const { restored } = await client.call("chat.undoCompaction", { session });
        await store.getState().readAgain();
        notify(t.chat.compaction.undone(restored));
      }),
  };
};

export const tell = async (work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    notify(failureText(error), { kind: "bad" });
  }
};
