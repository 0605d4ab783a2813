import type { WindowState } from "../ui/window-state.ts";

/** Unsaved text and what it was based on. */
export type Draft = { readonly text: string; readonly baseHash: string };
export type Drafts = Readonly<Record<string, Draft>>;

export type KeptTabs = {
  readonly paths: readonly string[];
  readonly active: string | null;
  /** These came later, so an earlier window did not write them. */
  readonly reading?: readonly string[];
  readonly preview?: string | null;
  readonly cursors?: readonly (readonly [path: string, line: number, column: number])[];
};

/** In UTF-16 units. Browsers give a page about 5 MB in all; a larger draft is not stored. */
const MAX_DRAFT_CHARS = 1_000_000;

/** Open tabs and unsaved text of a project, stored on this machine so that a crash loses nothing. */
export const keptEditor = (state: WindowState) => ({
  tabs: () => state.read<KeptTabs>("tabs", { paths: [], active: null }),
  writeTabs: (tabs: KeptTabs) => state.write("tabs", tabs),
  drafts: () => state.read<Drafts>("drafts", {}),
  writeDraft: (path: string, draft: Draft | null) => {
    const known = state.read<Drafts>("drafts", {});
    if (!draft && !known[path]) return;
    const { [path]: _, ...others } = known;
    state.write(
      "drafts",
      draft && draft.text.length <= MAX_DRAFT_CHARS ? { ...others, [path]: draft } : others,
    );
  },
});

export type KeptEditor = ReturnType<typeof keptEditor>;
