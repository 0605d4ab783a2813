import type { FileRole } from "#shared/contract/workspace.ts";
import type { Signal } from "#shared/contract/index.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import type { TeamFacts } from "../../team/files/team-layer.ts";
import { sha256 } from "../text-hash.ts";
import type { SourceFile } from "../types.ts";

/** A file as the workspace knows it: text without front matter, with everything that is stored about it. */
export type ContextFile = {
  readonly path: string;
  readonly name: string;
  /** Path inside its workspace. */
  readonly inner: string;
  readonly role: FileRole;
  /** The role of the file after links are followed. */
  readonly realRole: FileRole;
  readonly sha: string;
  readonly tokens: number;
  readonly encoding: string;
  readonly chars: number;
  /** From front matter; null when it has none. */
  readonly ownPriority: number | null;
  readonly tags: readonly string[];
  /** When it is not that of its lines. */
  readonly origin?: Origin;
  readonly team?: TeamFacts;
  text(): string;
  /** The part of the file before `text`. */
  front(): string;
  /** Whether the file on disk is longer than `text`. */
  isPart?(): boolean;
};

/** Unsaved text of the editor, treated as if it were saved. */
export type UnsavedText = {
  readonly text: string;
  readonly front: string;
  readonly priority: number | null;
  readonly tags: readonly string[];
};

export type Count = (text: string, signal?: Signal) => Promise<number>;

/**
 * Turns files into sources, and keeps each as long as its bytes are the same: an unchanged file is neither
 * read nor counted again, and later stages meet the same objects and strings.
 */
export class Sources {
  readonly #kept = new Map<string, Kept>();
  readonly #missing = new Map<string, SourceFile>();
  readonly #originOf: (text: string) => Origin;
  #folderOrigin: Origin = "you";

  constructor(originOf: (text: string) => Origin) {
    this.#originOf = originOf;
  }

  /** The highest origin a file can have; when it changes, so do all of them. */
  in(folderOrigin: Origin): this {
    if (folderOrigin !== this.#folderOrigin) this.#kept.clear();
    this.#folderOrigin = folderOrigin;
    return this;
  }

  of(
    file: ContextFile,
    encoding: string,
    count: Count,
    unsaved: UnsavedText | undefined,
    warnings: string[],
  ): SourceFile | Promise<SourceFile> {
    const kept = this.#kept.get(file.path);
    const isSame = kept?.encoding === encoding && isSameText(kept, file, unsaved);
    if (isSame && hasSameFacts(kept.source, file, unsaved)) return kept.source;
    return this.#make(file, encoding, count, unsaved, warnings);
  }

  /** The place of a file that does not exist, the same object each time. */
  missing(path: string, role: FileRole): SourceFile {
    const key = `${role}:${path}`;
    const known = this.#missing.get(key);
    if (known) return known;
    const missing = missingSource(path, role);
    this.#missing.set(key, missing);
    return missing;
  }

  async #make(
    file: ContextFile,
    encoding: string,
    count: Count,
    unsaved: UnsavedText | undefined,
    warnings: string[],
  ): Promise<SourceFile> {
    const text = unsaved?.text ?? file.text();
    // Decided by the stored size: a file that had text and has none now was removed after it was listed.
    if (unsaved === undefined && text === "" && file.chars > 0) {
      warnings.push(`${file.path} could not be read while the prompt was put together. It was left out.`);
      return { ...missingSource(file.path, file.role), tags: file.tags };
    }
    const isStored = unsaved === undefined && file.encoding === encoding;
    const source: SourceFile = {
      path: file.path,
      name: file.name,
      role: file.role,
      realRole: file.realRole,
      text,
      front: unsaved?.front ?? file.front(),
      tokens: isStored ? file.tokens : await count(text),
      origin: lowestOrigin(this.#originOf(text), file.origin ?? "you"),
      sha256: unsaved === undefined ? file.sha : sha256(unsaved.text),
      priority: unsaved ? unsaved.priority : file.ownPriority,
      tags: unsaved ? unsaved.tags : file.tags,
      absent: null,
      ...(file.team && { team: file.team }),
      ...(unsaved === undefined && file.isPart?.() === true ? { isPart: true } : {}),
    };
    this.#kept.set(file.path, { encoding, sha: file.sha, unsaved: unsaved?.text ?? null, source });
    return source;
  }
}

/** The place of a file that was looked for and does not exist. */
export const missingSource = (
  path: string,
  role: FileRole,
  absent: "missing" | "traversal" = "missing",
): SourceFile => ({
  path,
  name: path.slice(path.lastIndexOf("/") + 1),
  role,
  realRole: role,
  text: null,
  front: "",
  tokens: 0,
  origin: "you",
  sha256: EMPTY_HASH,
  priority: null,
  tags: [],
  absent,
});

const EMPTY_HASH = sha256("");

type Kept = {
  readonly encoding: string;
  /** Hash of the file's bytes; used unless there is unsaved text. */
  readonly sha: string;
  readonly unsaved: string | null;
  readonly source: SourceFile;
};

const isSameText = (kept: Kept, file: ContextFile, unsaved: UnsavedText | undefined): boolean =>
  unsaved === undefined
    ? kept.unsaved === null && kept.sha === file.sha
    : kept.unsaved === unsaved.text && kept.source.front === unsaved.front;

const hasSameFacts = (source: SourceFile, file: ContextFile, unsaved: UnsavedText | undefined): boolean =>
  source.realRole === file.realRole &&
  source.team === file.team &&
  (unsaved !== undefined || source.priority === file.ownPriority);
