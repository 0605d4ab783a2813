import type { StoreApi } from "zustand/vanilla";
import type { EventOf } from "#shared/contract/index.ts";
import type { TokenCount } from "#shared/contract/tokens.ts";
import type { FileRole } from "#shared/contract/workspace.ts";
import type { FocusWish } from "../ui/late-focus.ts";
import type { KeptEditor } from "./drafts.ts";
import type { Tab } from "./tab.ts";

/** A place in a file; both count from 1. `length` characters of it are selected. */
export type Place = { readonly line: number; readonly column: number; readonly length: number };

export type EditorState = {
  readonly tabs: readonly Tab[];
  readonly active: string | null;
  readonly cursor: { readonly line: number; readonly column: number } | null;
  /** Of the active file, without its front matter. */
  readonly count: TokenCount | null;
  readonly selected: TokenCount | null;
  /** Grows with every change of unsaved text, so that others can follow. */
  readonly revision: number;
  /** The text should take the keys once it is there. */
  readonly focus: FocusWish | null;
  /** Where the active file should be shown once it is there. */
  readonly goal: { readonly path: string; readonly place: Place } | null;
  readonly open: (path: string, role?: FileRole) => void;
  readonly openAt: (path: string, role: FileRole, place: Place) => void;
  readonly reached: () => void;
  readonly focusText: () => void;
  /** The text is there and did with the wish what it could. */
  readonly focused: () => void;
  readonly close: (path: string) => void;
  /** Saves the active file, or the one named. True when it is on disk. */
  readonly save: (path?: string) => Promise<boolean>;
  readonly saveAll: () => Promise<void>;
  readonly edited: (path: string) => void;
  readonly moved: (cursor: { line: number; column: number }, selection: string) => void;
  readonly resolve: (path: string, keep: "mine" | "theirs" | "both", mine: string) => Promise<void>;
  /** Both versions in one text, for the user to look at. Fails as the core does. */
  readonly merge: (path: string, mine: string) => Promise<{ text: string; clashes: number } | null>;
  /** Reads the file again after it could not be read. */
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

/** What the parts of the store work on: the state, one tab of it, and what is kept of the open project. */
export type Desk = {
  readonly get: EditorStore["getState"];
  readonly set: EditorStore["setState"];
  readonly tabOf: (path: string) => Tab | undefined;
  readonly patch: (path: string, change: Partial<Tab>) => void;
  readonly kept: () => KeptEditor | null;
};
