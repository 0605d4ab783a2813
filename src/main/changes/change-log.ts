import type { Events } from "#shared/contract/index.ts";
import { dirname } from "node:path";
import { clearLitter, processBegan } from "../base/clear-litter.ts";
import type { Clock } from "../base/clock.ts";
import type { Ids } from "../base/ids.ts";
import { KeptFiles } from "../base/kept-files.ts";
import type { Log } from "../base/log.ts";
import { Journal } from "./journal.ts";
import { KnownFiles } from "./known-files.ts";
import { RecordChanges } from "./record-changes.ts";
import { Versions } from "./versions.ts";

export type ChangeLogOptions = {
  /** Real path of the project's folder. */
  readonly project: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly emit: (event: Events) => void;
};

/** Events about one change within this time become one event. */
const TOGETHER_MS = 50;

/** The records of changes: needed by everything that writes, before any file is opened. */
export class ChangeLog {
  readonly journal: Journal;
  readonly versions: Versions;
  readonly known: KnownFiles;
  readonly recorder: RecordChanges;
  readonly #options: ChangeLogOptions;
  readonly #kept: KeptFiles;
  readonly #untold = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ChangeLogOptions) {
    this.#options = options;
    const { clock, ids } = options;
    const kept = new KeptFiles(options.project);
    this.#kept = kept;
    this.journal = new Journal(kept);
    this.known = new KnownFiles(kept);
    this.versions = new Versions(kept);
    const { journal, known, versions } = this;
    const onChange = (id: string, paths: readonly string[]) => this.#tellSoon(id, paths);
    this.recorder = new RecordChanges({ journal, versions, known, clock, ids, onChange });
  }

  /** Before the first write. */
  async open(): Promise<void> {
    await this.known.load();
    await this.journal.refresh();
    // What the list of known files missed because the process ended early.
    for (const { files } of this.journal.all()) {
      for (const { path, layer, after } of files) this.known.set(`${layer}:${path}`, after);
    }
  }

  /**
   * Removes what killed saves left beside their files: each was recorded before it was written, so the list knows the
   * folders. The index of files sees only those of workspaces.
   */
  async clearLitter(): Promise<void> {
    const files = this.journal.all().flatMap((change) => change.files);
    const folders = new Set(files.flatMap(({ path, layer }) => (layer === "base" ? [dirname(path)] : [])));
    // A folder that is gone or a link by now has no litter of ours.
    for (const folder of folders) await clearLitter(this.#kept, folder, processBegan(), 0).catch(() => 0);
  }

  async close(): Promise<void> {
    await this.recorder.idle();
    await this.known.save().catch((error: unknown) => {
      this.#options.log.error("The list of known files could not be written.", error);
    });
    this.#tell();
  }

  #tellSoon(id: string, paths: readonly string[]): void {
    const untold = this.#untold.get(id) ?? new Set();
    for (const path of paths) untold.add(path);
    this.#untold.set(id, untold);
    this.#timer ??= setTimeout(() => this.#tell(), TOGETHER_MS);
  }

  #tell(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const [change, paths] of this.#untold) {
      this.#options.emit({ event: "changes.changed", change, paths: [...paths] });
    }
    this.#untold.clear();
  }
}
