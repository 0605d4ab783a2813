import type { StoreApi } from "zustand/vanilla";
import type { EventOf } from "#shared/contract/index.ts";
import type { TokenCount } from "#shared/contract/tokens.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import type { FocusWish } from "../ui/late-focus.ts";
import type { KeptEditor } from "./drafts.ts";
import type { Tab } from "./tab.ts";

/** A position in a file; both count from 1. `length` characters of it are selected. */
export type Place = { readonly line: number; readonly column: number; readonly length: number };

export type Cursor = { readonly line: number; readonly column: number };

/** How a file is opened. */
export type OpenHow = {
  /** Only to look at it: the next one takes its place. */
  readonly preview?: boolean;
  readonly reading?: boolean;
  /** A heading of it to show; null: its beginning. */
  readonly heading?: string | null;
};

/** Which half of a split editor. */
export type Side = "left" | "right";

export type EditorState = {
  readonly tabs: readonly Tab[];
  /** The file that has the keys. */
  readonly active: string | null;
  /** The file in the other half; null when the editor is not split. It can be the same file. */
  readonly other: string | null;
  /** The half that shows the active file. */
  readonly side: Side;
  /** While both halves show the same file: the half that shows it read where the other one is written, or reversed. */
  readonly turned: Side | null;
  /** Outline and links of the active file are shown beside it. */
  readonly aside: boolean;
  readonly cursor: Cursor | null;
  /** Of the active file, without its front matter. */
  readonly count: TokenCount | null;
  readonly selected: TokenCount | null;
  /** Incremented with every change of unsaved text, so that others can follow. */
  readonly revision: number;
  /** The text should take the focus once it is loaded. */
  readonly focus: FocusWish | null;
  /** The position to show in the active file once it is loaded. */
  readonly goal: { readonly path: string; readonly place: Place } | null;
  /** A heading to show in a file that is read, once it is there. */
  readonly readGoal: {
    readonly path: string;
    readonly heading: string | null;
    readonly line?: number;
  } | null;
  readonly open: (path: string, role?: FileRole, how?: OpenHow) => void;
  /** No other file takes the place of this one any more. */
  readonly keep: (path: string) => void;
  /** In one half: the other one stays as it is, also when it shows the same file. */
  readonly setReading: (path: string, reading: boolean, side?: Side) => void;
  /** Shows a line of the active file, in whichever way it is shown. */
  readonly jumpTo: (line: number) => void;
  readonly showAside: (aside: boolean) => void;
  /** Shows the active file in both halves. */
  readonly split: () => void;
  readonly unsplit: () => void;
  /** The user turned to this half. */
  readonly turnTo: (side: Side) => void;
  /** Where the cursor was last, here or in an earlier window. */
  readonly cursorOf: (path: string) => Cursor | null;
  /** Ticks the task in this line, or takes the tick away; writes the file unless it has other unsaved text. */
  readonly tick: (path: string, line: number) => Promise<void>;
  readonly openAt: (path: string, role: FileRole, place: Place) => void;
  readonly reached: () => void;
  readonly focusText: () => void;
  /** The text is loaded and the request above was handled. */
  readonly focused: () => void;
  readonly close: (path: string) => void;
  /** Saves the active file, or the one named. True when it is on disk. */
  readonly save: (path?: string) => Promise<boolean>;
  readonly saveAll: () => Promise<void>;
  readonly edited: (path: string) => void;
  readonly moved: (path: string, cursor: Cursor, selection: string) => void;
  readonly resolve: (path: string, keep: "mine" | "theirs" | "both", mine: string) => Promise<void>;
  /** Merges both versions into one text, for the user to check. Fails as the core does. */
  readonly merge: (path: string, mine: string) => Promise<{ text: string; clashes: number } | null>;
  /** Reads the file again after a failure. */
  readonly retry: (path: string) => void;
  readonly changed: (event: EventOf<"workspace.changed">) => void;
  readonly fileMoved: (from: string, to: string) => void;
  readonly restore: (keptEditor: KeptEditor, roleOf: (path: string) => FileRole) => void;
  /** Another model reads the next prompt: its counts are other ones. */
  readonly countAgain: () => void;
  /** Saves what can be saved, before a message is sent; true when all of `unsaved` is on disk. */
  readonly saveToSend: () => Promise<boolean>;
  /** Unsaved text that is saved before a message is sent, by path: previews count it, because it will be sent. */
  readonly unsaved: () => Readonly<Record<string, string>>;
};

export type EditorStore = StoreApi<EditorState>;

/** What the parts of the store work on: the state, one tab of it, and what is stored about the open project. */
export type Desk = {
  readonly get: EditorStore["getState"];
  readonly set: EditorStore["setState"];
  readonly tabOf: (path: string) => Tab | undefined;
  readonly patch: (path: string, change: Partial<Tab>) => void;
  readonly kept: () => KeptEditor | null;
};
