import type { ChangeActor, ChangedFile, ChangeKind, ChangeView } from "#shared/model/change.ts";

/** The author of a write and its purpose. Writes with the same `change` belong together. */
export type Author = {
  readonly actor: ChangeActor;
  readonly title: string;
  readonly kind?: ChangeKind;
  readonly view?: ChangeView;
  readonly session?: string;
  readonly turn?: string;
  /** Id of the change; without one every write is a separate change. */
  readonly change?: string;
  readonly undoes?: readonly string[];
};

export type PlannedChange = {
  readonly kind: ChangeKind;
  readonly files: readonly ChangedFile[];
  readonly move?: { readonly from: string; readonly to: string };
  readonly trash?: string;
};

/**
 * Stores what writes replace. The room `changes` implements it; each write of the workspace goes through it.
 */
export type Recorder = {
  /** Stores these bytes by their hash; settles when they are on disk. */
  keep(hash: string, bytes: Uint8Array): Promise<void>;
  /** Bytes that were stored by their hash; null when they are not there as they were. */
  kept(hash: string): Promise<Uint8Array | null>;
  /** Records what is about to happen; settles when the record is on disk. */
  begin(by: Author, planned: PlannedChange): Promise<Begun>;
  /**
   * Marks a change as a group whose files are written all or none; settles when the mark is on disk. A group
   * that was never ended is undone when the project is opened again.
   */
  group(change: string): Promise<RecordedGroup>;
};

export type RecordedGroup = {
  end(): Promise<void>;
  /** After an end that failed, which may be on disk all the same. */
  reopen(): Promise<void>;
};

export type Begun = {
  readonly change: string | null;
  /** The recorded change did not happen. */
  cancel(): Promise<void>;
};

export const byApp: Author = { actor: "app", title: "Changed by Satchel" };

/** For a workspace without recorded changes, in tests of other things. */
export const unrecorded: Recorder = {
  keep: async () => {},
  kept: async () => null,
  begin: async () => ({ change: null, cancel: async () => {} }),
  group: async () => ({ end: async () => {}, reopen: async () => {} }),
};
