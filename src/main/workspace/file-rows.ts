import type { FileWarning } from "#shared/contract/project.ts";
import type { WorkspaceFile } from "#shared/contract/workspace.ts";
import type { Store } from "../store/open-store.ts";
import type { NoteFacts } from "./links/note-facts.ts";
import type { Layer } from "./roots.ts";

/** What is known about a file on disk without reading it again. */
export type FileFacts = {
  readonly path: string;
  readonly layer: Layer;
  /** Project-relative path of a link's target; for a file in the overlay, the path it stands for. */
  readonly realPath: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly sha: string;
  /** UTF-16 units of the text without front matter. */
  readonly chars: number;
  /** From front matter. */
  readonly ownPriority: number | null;
  /** False when the row's count is an estimate. */
  readonly exact: boolean;
  readonly warnings: readonly FileWarning[];
  /** What the text of a note says about names and links; null for everything else. */
  readonly note: NoteFacts | null;
};

/** A file that was examined; without a row it cannot take part in prompts (binary, too large …). */
export type KnownFile = { readonly facts: FileFacts; readonly row: WorkspaceFile | null };

/** The stored index. The files are the truth; this only avoids reading and counting them again. */
export class FileRows {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  all(): Map<string, KnownFile> {
    const { db } = this.#store;
    const rows = db.prepare("SELECT * FROM workspace_files").all() as StoredRow[];
    const byPath = new Map(rows.map((row) => [row.path, { ...row, tags: parsed<string[]>(row.tags, []) }]));
    const facts = db.prepare("SELECT * FROM workspace_file_facts").all() as StoredFacts[];
    return new Map(
      facts.map((stored) => [stored.path, { facts: factsOf(stored), row: byPath.get(stored.path) ?? null }]),
    );
  }

  /** Updates the stored index for these paths; null: the file does not exist. */
  save(files: readonly (readonly [path: string, known: KnownFile | null])[]): void {
    const { db } = this.#store;
    const dropRow = db.prepare("DELETE FROM workspace_files WHERE path = ?");
    const dropFacts = db.prepare("DELETE FROM workspace_file_facts WHERE path = ?");
    const putRow = db.prepare(
      `INSERT OR REPLACE INTO workspace_files
       VALUES (:path, :content_sha256, :bytes, :priority, :tags, :token_count, :token_encoding, :updated_at)`,
    );
    const putFacts = db.prepare(
      `INSERT OR REPLACE INTO workspace_file_facts
       VALUES (:path, :layer, :realPath, :bytes, :modifiedMs, :sha, :chars, :ownPriority, :warnings, :exact, :note)`,
    );
    this.#store.transact(() => {
      for (const [path, known] of files) {
        if (known?.row) putRow.run({ ...known.row, tags: JSON.stringify(known.row.tags) });
        else dropRow.run(path);
        if (known) putFacts.run(storedFacts(known.facts));
        else dropFacts.run(path);
      }
    });
  }
}

type StoredRow = Omit<WorkspaceFile, "tags"> & { readonly tags: string };

type StoredFacts = {
  readonly path: string;
  readonly layer: Layer;
  readonly real_path: string;
  readonly bytes: number;
  readonly modified_ms: number;
  readonly content_sha256: string;
  readonly chars: number;
  readonly own_priority: number | null;
  readonly warnings: string;
  readonly exact: number;
  readonly note: string | null;
};

const storedFacts = (facts: FileFacts) => ({
  ...facts,
  exact: facts.exact ? 1 : 0,
  warnings: JSON.stringify(facts.warnings),
  note: facts.note && JSON.stringify(facts.note),
});

const factsOf = (stored: StoredFacts): FileFacts => ({
  path: stored.path,
  layer: stored.layer,
  realPath: stored.real_path,
  bytes: stored.bytes,
  modifiedMs: stored.modified_ms,
  sha: stored.content_sha256,
  chars: stored.chars,
  ownPriority: stored.own_priority,
  exact: stored.exact === 1,
  warnings: parsed<FileWarning[]>(stored.warnings, []),
  note: stored.note === null ? null : parsed<NoteFacts | null>(stored.note, null),
});

/** The database may come with a stranger's folder; what is not JSON counts as nothing until the file changes. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what its column holds.
const parsed = <T>(text: string, otherwise: T): T => {
  try {
    return JSON.parse(text) as T;
  } catch {
    return otherwise;
  }
};
