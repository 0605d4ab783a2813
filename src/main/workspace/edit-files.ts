import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { bytesText } from "#shared/model/number-text.ts";
import * as fs from "node:fs/promises";
import { Failure } from "#shared/contract/index.ts";
import { documentKind } from "#shared/model/document-kind.ts";
import { eachOf } from "./each-of.ts";
import { onDisk } from "./fs-failure.ts";
import type { Ports } from "../ports/ports.ts";
import type { PathLocks } from "./path-locks.ts";
import { relativePath } from "./path-policy.ts";
import { type ReadFile, readTarget, sha256 } from "./read-file.ts";
import { type Author, byApp } from "./recorder.ts";
import { refuseNewName } from "./refuse-name.ts";
import type { RecordedFiles } from "./recorded-files.ts";
import { inProject, type Layer, type Root, type Roots, type Target } from "./roots.ts";
import { encodeText, newFileFormat } from "./text-format.ts";
import type { TextMemory } from "./text-memory.ts";
import { Trash, type TrashGroup } from "./trash.ts";

export type Written = {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly layer: Layer;
  /** The change that can be undone; null when the bytes were the same. */
  readonly change: string | null;
};

/** A file's new text; `baseHash` null means that the file must not exist yet. */
export type TextChange = { readonly path: string; readonly text: string; readonly baseHash: string | null };

export type Removed = {
  readonly path: string;
  readonly trash: "system" | "project";
  readonly undo: string | null;
  readonly change: string | null;
};

export type Moved = { readonly from: string; readonly to: string; readonly change: string | null };

export type EditPorts = Pick<Ports, "trash" | "ids" | "clock">;

/**
 * Changes to files and folders. Each is applied completely or not at all; paths in answers are
 * project-relative.
 */
export class EditFiles {
  readonly #roots: Roots;
  readonly #memory: TextMemory;
  readonly #ports: EditPorts;
  readonly #files: RecordedFiles;
  readonly trash: Trash;
  readonly #locks: PathLocks;

  constructor(
    roots: Roots,
    memory: TextMemory,
    ports: EditPorts,
    files: RecordedFiles,
    locks: PathLocks,
    own = roots.project,
  ) {
    this.#roots = roots;
    this.#memory = memory;
    this.#ports = ports;
    this.#files = files;
    this.#locks = locks;
    this.trash = new Trash(own);
  }

  /** Replaces the text. With a base hash, fails with `conflict` when the file has changed since. */
  write(root: Root, asked: string, text: string, baseHash?: string, by: Author = byApp): Promise<Written> {
    return this.#locked(root, asked, async () => {
      const target = await this.#fileToWrite(root, asked);
      const current = await this.#current(root, asked);
      if (baseHash !== undefined && current?.hash !== baseHash) {
        throw await this.#conflict(target.path, text, baseHash, current);
      }
      return this.#store(target, current, text, by);
    });
  }

  /**
   * All or nothing: each file must still match its base (null: it does not exist) before the first is
   * written, and written files are restored when a later one fails. After a crash in the middle, the written
   * ones are restored when the project is opened.
   */
  async writeAll(
    root: Root,
    changes: readonly TextChange[],
    author: Author = byApp,
  ): Promise<readonly Written[]> {
    const by = { ...author, change: author.change ?? this.#ports.ids.next() };
    for (const change of changes) await this.#locked(root, change.path, () => this.#unchanged(root, change));
    const begun: BegunFile[] = [];
    const write = async () => {
      const written: Written[] = [];
      for (const change of changes) {
        const { path, text } = change;
        const replace = async () => {
          const { target, current } = await this.#unchanged(root, change);
          // Before it is written: a write that fails may have happened all the same.
          begun.push({ path, current, hash: sha256(encodeText(text, current?.format ?? newFileFormat)) });
          return this.#store(target, current, text, by);
        };
        written.push(await this.#locked(root, path, replace));
      }
      return written;
    };
    return this.#files.group(by, changes.length, write, async () => {
      await eachOf(begun.toReversed(), (each) => this.#putBack(root, each, by));
    });
  }

  append(root: Root, asked: string, text: string, by: Author = byApp): Promise<Written> {
    return this.#locked(root, asked, async () => {
      const target = await this.#fileToWrite(root, asked);
      const current = await this.#current(root, asked);
      const eol = current?.format.eol;
      const added = eol ? text.replaceAll(/\r?\n/g, eol) : text;
      return this.#store(target, current, (current?.text ?? "") + added, by);
    });
  }

  create(
    root: Root,
    asked: string,
    kind: "file" | "folder",
    text: string,
    by: Author = byApp,
  ): Promise<{ readonly path: string; readonly change: string | null }> {
    return this.#locked(root, asked, async () => {
      const visible = await this.#roots.forReading(root, asked);
      if (visible.found !== null) throw exists(visible.path);
      const target = await this.#roots.forWriting(root, asked);
      await refuseNewName(target);
      const { path } = target;
      if (kind === "folder") return { path, change: await this.#files.makeFolder(target, by) };
      const bytes = encodeText(text, newFileFormat);
      const { change } = await this.#put(target, bytes, text, by, { exclusive: true });
      return { path, change };
    });
  }

  /** In the layer the path was read from. Never replaces what either layer shows at the new path. */
  rename(root: Root, from: string, to: string, by: Author = byApp): Promise<Moved> {
    return this.#locked(root, from, async () => {
      const source = await this.#toMove(root, from);
      const visible = await this.#roots.forReading(root, to);
      const isRespelling = visible.found !== null && (await isSameEntry(source, visible));
      if (visible.found !== null && !isRespelling) throw exists(visible.path);
      const target = await this.#roots.inLayer(source.layer, root, to, true);
      if (!target) {
        throw new Failure("invalid-move", `${source.path} cannot leave the folder of your own files.`, {
          from,
          to,
        });
      }
      await refuseNewName(target);
      const change = await this.#files.move(source, target, isRespelling, by);
      return { from: source.path, to: target.path, change };
    });
  }

  /**
   * Moves to the system's trash where the host has one, otherwise to the project's own, from where it can be
   * restored.
   */
  remove(root: Root, asked: string, by: Author | null = byApp): Promise<Removed> {
    return this.#locked(root, asked, async () => {
      const target = await this.#toMove(root, asked);
      const { path } = target;
      if (this.#ports.trash) {
        const toSystem = this.#ports.trash;
        const change = await this.#files.discard(target, by, undefined, () =>
          onDisk(path, () => toSystem(target.entry)),
        );
        return { path, trash: "system", undo: null, change };
      }
      const undo = this.#ports.ids.next();
      const change = await this.#files.discard(target, by, undo, () =>
        this.trash.put(target, undo, this.#ports.clock.now()),
      );
      return { path, trash: "project", undo, change };
    });
  }

  /** Something that is no change of the project's files, to the project's own trash. Returns its id there. */
  discard(asked: string, group: TrashGroup): Promise<string> {
    return this.#locked("", asked, async () => {
      const target = await this.#toMove("", asked);
      const id = this.#ports.ids.next();
      await this.trash.put(target, id, this.#ports.clock.now(), group);
      return id;
    });
  }

  /** Fails with `not-found` when it is no longer in the trash, and with `exists` when its path is taken. */
  async undoRemove(
    undo: string,
    by: Author | null = byApp,
  ): Promise<{ readonly path: string; readonly change: string | null }> {
    const trashed = await this.trash.find(undo);
    return this.#locked("", trashed.path, async () => {
      const target = await this.#roots.inLayer(trashed.layer, "", trashed.path, true);
      if (!target || target.found !== null) throw exists(trashed.path);
      const change = await this.#files.bringBack(target, trashed.content, by, () =>
        this.trash.restore(undo, trashed, target.entry),
      );
      return { path: trashed.path, change };
    });
  }

  /** What is at the path, in the layer it was read from; fails when nothing exists there, or it is the root. */
  async #toMove(root: Root, asked: string): Promise<Target> {
    if (relativePath(asked) === "") {
      throw new Failure("invalid-move", "The project's folder itself cannot be moved or removed.", {
        path: asked,
      });
    }
    const visible = await this.#roots.forReading(root, asked);
    if (visible.found === null) {
      throw new Failure("not-found", `There is nothing at ${visible.path}.`, { path: visible.path });
    }
    return (await this.#roots.inLayer(visible.layer, root, asked, true)) ?? visible;
  }

  async #unchanged(root: Root, { path, text, baseHash }: TextChange): Promise<ToWrite> {
    const target = await this.#fileToWrite(root, path);
    const current = await this.#current(root, path);
    if (baseHash === null && current) throw exists(target.path);
    if (baseHash !== null && current?.hash !== baseHash) {
      throw await this.#conflict(target.path, text, baseHash, current);
    }
    return { target, current };
  }

  /** A file that was not written, or that somebody else removed, stays as it is. */
  #putBack(root: Root, { path, current, hash }: BegunFile, by: Author): Promise<void> {
    return this.#locked(root, path, async () => {
      const target = await this.#fileToWrite(root, path);
      const now = await this.#current(root, path);
      if (now === null || now.hash === current?.hash) return;
      if (now.hash !== hash) throw await this.#conflict(target.path, current?.text ?? "", hash, now);
      await (current ? this.#store(target, current, current.text, by) : this.#files.unlink(target, by));
    });
  }

  async #fileToWrite(root: Root, asked: string): Promise<Target> {
    const target = await this.#roots.forWriting(root, asked);
    if (target.found === "folder" || target.found === "special" || relativePath(asked) === "") {
      throw new Failure("not-a-file", `${target.path || "The folder"} is not a file that can be written.`, {
        path: target.path,
      });
    }
    if (target.found === null) await refuseNewName(target);
    return target;
  }

  async #current(root: Root, asked: string): Promise<Current | null> {
    const target = await this.#roots.forReading(root, asked);
    if (target.found === null) return null;
    const current = await readTarget(target);
    if (!current.readOnly) return { ...current, mode: target.mode };
    throw new Failure("read-only", current.warnings[0]?.message ?? `${target.path} is read-only.`, {
      path: target.path,
    });
  }

  async #store(target: Target, current: Current | null, text: string, by: Author): Promise<Written> {
    const bytes = encodeText(text, current?.format ?? newFileFormat);
    if (bytes.length > MAX_EDITABLE_BYTES) {
      throw new Failure("file-too-large", `${target.path} would be over ${bytesText(MAX_EDITABLE_BYTES)}.`, {
        path: target.path,
      });
    }
    return this.#put(target, bytes, text, by, current ? { mode: current.mode } : {});
  }

  async #put(
    target: Target,
    bytes: Uint8Array,
    text: string,
    by: Author,
    options: { readonly mode?: number; readonly exclusive?: boolean },
  ): Promise<Written> {
    refuseDocument(target.path);
    const { hash, change } = await this.#files.put(target, bytes, by, options);
    this.#memory.remember(hash, text);
    return { path: target.path, hash, bytes: bytes.length, layer: target.layer, change };
  }

  async #conflict(path: string, mine: string, baseHash: string, current: Current | null): Promise<Failure> {
    return new Failure("conflict", `${path} was changed by someone else since it was opened.`, {
      base: this.#memory.recall(baseHash) ?? (await this.#files.textBefore(baseHash)),
      mine,
      theirs: current?.text ?? null,
      theirsHash: current?.hash ?? null,
    });
  }

  #locked<T>(root: Root, asked: string, work: () => Promise<T>): Promise<T> {
    return this.#locks.run(inProject(root, relativePath(asked)), () => {
      this.#files.requireProject();
      return work();
    });
  }
}

type Current = ReadFile & { readonly mode: number };
type ToWrite = { readonly target: Target; readonly current: Current | null };
/** A file of a group: as it was, and the hash it was to have. */
type BegunFile = { readonly path: string; readonly current: Current | null; readonly hash: string };

const exists = (path: string): Failure =>
  new Failure("exists", `There is already something at ${path}.`, { path });

/** Text in its place would be the end of a document: what is read of it is not what it is made of. */
const refuseDocument = (path: string): void => {
  if (documentKind(path) === null) return;
  throw new Failure(
    "read-only",
    `${path} is a document: its text can be read here, and changed in its own program.`,
    { path },
  );
};

/** Only the case changes (`readme.md` to `README.md`) on a disk that ignores case. */
const isSameEntry = async (a: Target, b: Target): Promise<boolean> => {
  if (a.entry === b.entry || a.entry.toLowerCase() !== b.entry.toLowerCase()) return false;
  const [first, second] = await Promise.all([fs.lstat(a.entry), fs.lstat(b.entry)]);
  return first.ino === second.ino && first.dev === second.dev;
};
