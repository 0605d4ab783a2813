import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FileChange } from "./file-changes.ts";
import { sha256 } from "./read-file.ts";
import { readPlain } from "./read-plain.ts";

/** What happened to a path, as reported by the watcher or an edit of ours. */
export type Happened = "added" | "changed" | "removed";

/**
 * Folders, and files that are in no prompt on their own: the user's code and documents, session logs. Nothing
 * is stored about them, except what was last reported, so that the same event is not emitted twice.
 */
export class OtherFiles {
  readonly #project: string;
  /** Hash of a file, `"folder"`, or null for a removed path. */
  readonly #told = new Map<string, string | null>();

  constructor(project: string) {
    this.#project = project;
  }

  async look(path: string, happened: Happened): Promise<FileChange | null> {
    const now = await this.#fingerprint(path);
    const before = this.#told.get(path);
    if (before === now) return null;
    this.#tell(path, now);
    const hash = now === null || now === "folder" ? null : now;
    const kind = now === null ? "removed" : before === null || happened === "added" ? "added" : "changed";
    return { path, kind, hash, tokens: null };
  }

  #tell(path: string, now: string | null): void {
    this.#told.delete(path);
    this.#told.set(path, now);
    if (this.#told.size <= MAX_REPORTED) return;
    const [oldest] = this.#told.keys();
    if (oldest !== undefined) this.#told.delete(oldest);
  }

  async #fingerprint(path: string): Promise<string | null> {
    const absolute = join(this.#project, path);
    const found = await stat(absolute).catch(() => null);
    if (!found) return null;
    if (found.isDirectory()) return "folder";
    if (!found.isFile() || found.size > MAX_EDITABLE_BYTES) return `${found.size}:${found.mtimeMs}`;
    const bytes = await realpath(absolute)
      .then(readPlain)
      .catch(() => null);
    return bytes && sha256(bytes);
  }
}

const MAX_REPORTED = 20_000;
