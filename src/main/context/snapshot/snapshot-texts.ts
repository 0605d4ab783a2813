import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";
import type { Signal } from "#shared/contract/index.ts";
import { decodeText } from "../../workspace/text-format.ts";
import type { ListedFile } from "./candidates.ts";
import type { SnapshotLimits } from "./select-snapshot.ts";

export type ReadOptions = {
  readonly limits: SnapshotLimits;
  /** Text of the editor that is not saved yet. */
  readonly unsaved?: (path: string) => string | undefined;
  readonly signal?: Signal | undefined;
};

export type SnapshotTextsRead = {
  /** Null: not read, because the file alone is over the cap. Files beyond the limits are not in the map. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Removed or unreadable since they were listed: not candidates. */
  readonly gone: ReadonlySet<string>;
  readonly warnings: readonly string[];
  /** A file that was read is not as it was listed: its place in the order may be a different one, too. */
  readonly isStale: boolean;
};

/**
 * Reads as many of the ordered candidates as a snapshot could print, and the first it could not. Texts are cached
 * until their file changes, so that a preview reads nothing twice.
 */
export class SnapshotTexts {
  readonly #folder: string;
  #kept = new Map<string, Kept>();

  /** `folder`: absolute, links resolved. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(
    ordered: readonly ListedFile[],
    { limits, unsaved, signal }: ReadOptions,
  ): Promise<SnapshotTextsRead> {
    const texts = new Map<string, string | null>();
    const gone = new Set<string>();
    const warnings: string[] = [];
    const used = new Map<string, Kept>();
    let files = 0;
    let chars = 0;
    let isStale = false;

    for (
      let at = 0;
      at < ordered.length && files <= limits.maxFiles && chars <= limits.maxChars;
      at += BATCH
    ) {
      if (signal?.aborted) throw signal.reason;
      const batch = ordered.slice(at, at + BATCH);
      const read = await Promise.all(batch.map((file) => this.#textOf(file, limits.maxChars)));
      for (const [index, file] of batch.entries()) {
        const kept = read[index] ?? null;
        if (kept === null) {
          isStale = true;
          gone.add(file.path);
          warnings.push(`${file.path} could not be read and is not in the snapshot.`);
          continue;
        }
        if (kept.stamp !== stampOf(file.bytes, file.changedAt)) isStale = true;
        used.set(file.path, kept);
        const text = unsaved?.(file.path) ?? kept.text;
        texts.set(file.path, text);
        if (kept.badLine !== null)
          warnings.push(
            `${file.path} is not valid UTF-8 (line ${kept.badLine}); what is not was read as Windows-1252.`,
          );
        if (text === null || text.length > limits.maxChars) continue;
        files += 1;
        chars += text.length;
      }
    }
    this.#kept = used;
    return { texts, gone, warnings, isStale };
  }

  async #textOf(file: ListedFile, maxChars: number): Promise<Kept | null> {
    try {
      const { size, mtimeMs } = await lstat(join(this.#folder, file.path));
      const stamp = stampOf(size, mtimeMs);
      // A UTF-16 unit takes at most three bytes, so a file this large is over the cap whatever it holds.
      if (size > Math.min(maxChars * 3, MAX_BYTES)) return { stamp, text: null, badLine: null };
      const kept = this.#kept.get(file.path);
      if (kept?.stamp === stamp && kept.text !== null) return kept;
      const bytes = await readRegular(join(this.#folder, file.path));
      const decoded = decodeText(bytes);
      if (decoded.kind === "binary") return null;
      if (decoded.kind === "not-utf8") return { stamp, text: decoded.text(), badLine: decoded.line };
      // A snapshot is verbatim and keeps the byte order mark.
      return { stamp, text: decoded.format.bom ? `\ufeff${decoded.text}` : decoded.text, badLine: null };
    } catch {
      return null;
    }
  }
}

const stampOf = (bytes: number, changedAt: number): string => `${bytes}:${changedAt}`;

type Kept = { readonly stamp: string; readonly text: string | null; readonly badLine: number | null };

const BATCH = 16;

/** No prompt can hold more, whatever the limits are. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Refuses a link, a pipe or a device that replaced the file after it was listed. */
const readRegular = async (absolute: string): Promise<Buffer> => {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(absolute, flags);
  try {
    if (!(await file.stat()).isFile()) throw new Error("not a plain file");
    return await file.readFile();
  } finally {
    await file.close();
  }
};
