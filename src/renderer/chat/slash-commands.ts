import type { SessionInfo } from "#shared/contract/sessions.ts";
import { t } from "../ui/messages/index.ts";
import type { ChatStore } from "./chat-store.ts";
import type { SessionCommands } from "./session-commands.ts";

/** A command in the composer. */
export type SlashCommand = { readonly name: string; readonly text: string; readonly run: () => void };

type Doors = {
  readonly store: ChatStore;
  /** Null while the conversation has not started. */
  readonly session: SessionInfo | null;
  readonly commands: SessionCommands;
  readonly rename: () => void;
  readonly compact: () => void;
  readonly model: () => void;
  readonly prompts: () => void;
};

export const slashCommands = ({
  store,
  session,
  commands,
  rename,
  compact,
  model,
  prompts,
}: Doors): SlashCommand[] => {
  const words = t.chat.slash;
  const begin = () => void store.getState().open(null);
  const always = [
    { ...words.new, run: begin },
    { ...words.model, run: model },
    { ...words.prompts, run: prompts },
  ];
  if (!session) return always;
  const lastAnswer = () =>
    store.getState().entries.findLast((entry) => entry.type === "message" && entry.role === "assistant")?.id;
  return [
    ...always,
    { ...words.compact, run: compact },
    {
      ...words.regenerate,
      run: () => {
        const answer = lastAnswer();
        if (answer) void store.getState().regenerate(answer);
      },
    },
    { ...words.continue, run: () => void store.getState().continue() },
    { ...words.rename, run: rename },
    { ...words.exportMarkdown, run: () => commands.save(session, "markdown") },
    { ...words.exportJson, run: () => commands.save(session, "json") },
    { ...words.archive, run: () => commands.archive(session, true) },
    { ...words.clear, run: () => commands.clear(session.id) },
  ];
};
