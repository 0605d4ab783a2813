/** How the disk under a child behaves. Passed in the environment, so that its worker threads know it as well. */
export type DiskSetup = {
  readonly seed: number;
  /** Faults per 1,000 file calls; 0 for none. */
  readonly faultsPerThousand: number;
  /** Every file call below this folder is recorded for a power cut; null: no recording. */
  readonly recorded: { readonly below: string; readonly log: string; readonly saved: string } | null;
  /** Calls of fsync per 1,000 that report success and do nothing. */
  readonly lostSyncsPerThousand: number;
};

export const DISK_VARIABLE = "SATCHEL_CRASH_DISK";

/** One line of the record, written before the call it describes. `n` is unique among the children of a project. */
export type DiskNote =
  /** A name that did not exist. `dirs` are the folders whose entries change. */
  | { readonly kind: "create"; readonly n: string; readonly path: string }
  | { readonly kind: "folder"; readonly n: string; readonly path: string }
  | { readonly kind: "remove"; readonly n: string; readonly path: string; readonly saved: string }
  | {
      readonly kind: "rename";
      readonly n: string;
      readonly from: string;
      readonly path: string;
      readonly inode: string;
      /** Another name of what was replaced; null when nothing was. */
      readonly saved: string | null;
    }
  /** Bytes after `size` are new since the last sync. */
  | { readonly kind: "write"; readonly inode: string; readonly size: number }
  /** The file was shortened or written in its middle; `saved` has it as it was. */
  | { readonly kind: "overwrite"; readonly inode: string; readonly saved: string }
  | { readonly kind: "sync"; readonly inode: string }
  | { readonly kind: "sync-folder"; readonly path: string }
  | { readonly kind: "lost-sync" };
