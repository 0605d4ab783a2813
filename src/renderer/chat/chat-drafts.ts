import type { WindowState } from "../ui/window-state.ts";
import type { AttachedFile } from "./attached.ts";

/** Unsent text: stored per conversation, and for a new one. */
export type Draft = { readonly message: string; readonly files: readonly AttachedFile[] };

export const noDraft: Draft = { message: "", files: [] };

type All = Readonly<Record<string, Draft>>;

export const createDrafts = (state: WindowState, wait = 300) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: All | null = null;
  const all = (): All => pending ?? state.read<All>("drafts", {});
  const flush = () => {
    clearTimeout(timer);
    if (pending) state.write("drafts", pending);
    pending = null;
  };
  return {
    of: (session: string | null): Draft => all()[session ?? "new"] ?? noDraft,
    keep: (session: string | null, draft: Draft) => {
      const { [session ?? "new"]: _, ...others } = all();
      const empty = draft.message === "" && draft.files.length === 0;
      pending = empty ? others : { ...others, [session ?? "new"]: draft };
      clearTimeout(timer);
      timer = setTimeout(flush, wait);
    },
    flush,
  };
};
