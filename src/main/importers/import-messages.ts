import type { ImportSkipped, ImportWarning } from "#shared/model/import-plan.ts";
import type { ImportSource } from "#shared/model/import-source.ts";
import type { ImportedSession } from "../sessions/imported-session.ts";
import type {
  FoundAgent,
  FoundDocument,
  FoundGraph,
  FoundMemory,
  FoundSection,
  FoundSkill,
} from "./found.ts";
import type { Fingerprint } from "./input/fingerprint.ts";
import type { DiskMark } from "./input/source-files.ts";
import type { Off } from "./read-source.ts";

/** What a source is read from. */
export type Chosen =
  | { readonly path: string; readonly source?: ImportSource | undefined }
  | { readonly text: string; readonly at: string; readonly source?: ImportSource | undefined };

/**
 * To the worker. `plan` reads everything once and returns what is in it, without the words; `begin` reads it again,
 * and each `next` returns a few of the chosen things with their words.
 */
export type ImportRequest =
  | { readonly ask: "plan"; readonly chosen: Chosen; readonly known: readonly string[] }
  | { readonly ask: "begin"; readonly chosen: Chosen; readonly keys: readonly string[] }
  | { readonly ask: "next" };

export type ImportReply = PlanRead | Batch;

export type ImportNews = { readonly done: number; readonly total: number };

export type PlanRead = {
  readonly source: ImportSource;
  readonly variant: string;
  readonly name: string;
  readonly kind: "folder" | "file" | "zip" | "text";
  readonly bytes: number;
  readonly items: readonly PlannedItem[];
  readonly warnings: readonly ImportWarning[];
  readonly skipped: readonly ImportSkipped[];
  readonly duplicates: number;
  readonly fingerprint: readonly Fingerprint[];
  readonly marks: readonly DiskMark[];
};

type Planned = { readonly key: string; readonly off: Off | null; readonly from: string };

export type PlannedItem =
  | (Planned & {
      readonly kind: "session";
      readonly id: string;
      readonly title: string;
      readonly updatedAt: string;
      readonly messages: number;
      readonly entries: number;
      readonly bytes: number;
      /** Ids of its entries, for one that is in the project already. */
      readonly ids: readonly string[] | null;
    })
  | (Planned & Omit<FoundMemory, "off" | "from"> & { readonly kind: "memory" })
  | (Planned &
      Pick<FoundDocument, "path" | "role" | "bytes"> & {
        readonly kind: "document";
        readonly sha256: string;
        readonly refused: string | null;
      })
  | (Planned & Omit<FoundSection, "from"> & { readonly kind: "section" })
  | (Planned & Omit<FoundAgent, "from"> & { readonly kind: "agent" })
  | (Planned & Omit<FoundSkill, "from"> & { readonly kind: "skill" })
  | (Planned & Omit<FoundGraph, "from"> & { readonly kind: "graph" });

export type Batch = {
  readonly isLast: boolean;
  readonly items: readonly BatchItem[];
};

export type BatchItem =
  | {
      readonly kind: "session";
      readonly key: string;
      readonly session: ImportedSession;
      readonly attachments: readonly BatchAttachment[];
    }
  | {
      readonly kind: "document";
      readonly key: string;
      readonly path: string;
      readonly content: string | Uint8Array;
    };

export type BatchAttachment = {
  readonly entry: string;
  readonly name: string;
  /** Null: larger than what is kept. */
  readonly bytes: Uint8Array | null;
};
