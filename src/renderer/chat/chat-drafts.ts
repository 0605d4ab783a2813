import type { WindowState } from "../ui/window-state.ts";
import { type AnswerChoice, isNone } from "#shared/model/answer-choice.ts";
import type { AttachedFile } from "./attached.ts";

/** Unsent text and what is to answer it: stored per conversation, and for a new one. */
export type Draft = {
  readonly message: string;
  readonly files: readonly AttachedFile[];
  /** For this message alone. */
  readonly next: AnswerChoice;
  /** For the whole of a conversation that has not started. */
  readonly here: AnswerChoice;
};

export const noDraft: Draft = { message: "", files: [], next: {}, here: {} };

const isEmpty = ({ message, files, next, here }: Draft): boolean =>
  message === "" && files.length === 0 && isNone(next) && isNone(here);

type All = Readonly<Record<string, Partial<Draft>>>;

export const createDrafts = (state: WindowState, wait = 300) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: All | null = null;
  const all = (): All => pending ?? state.read<All>("drafts", {});
  const flush = () => {
    clearTimeout(timer);
    if (pending) state.write("drafts", pending);
    pending = null;
  };
  // A window that is reloaded or closed keeps what was typed, attached or returned in its last moment.
  addEventListener("pagehide", flush);
  return {
    of: (session: string | null): Draft => ({ ...noDraft, ...all()[session ?? "new"] }),
    keep: (session: string | null, draft: Draft) => {
      const { [session ?? "new"]: _, ...others } = all();
      pending = isEmpty(draft) ? others : { ...others, [session ?? "new"]: draft };
      clearTimeout(timer);
      // Text that was sent must not come back after a reload.
      if (isEmpty(draft)) return flush();
      timer = setTimeout(flush, wait);
    },
    close: () => {
      removeEventListener("pagehide", flush);
      flush();
    },
  };
};
