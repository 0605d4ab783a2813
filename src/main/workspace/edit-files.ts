import * as fs from "node:fs/promises";
import { dirname } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { moveWithoutReplacing, writeAtomic, type WriteDisk } from "../base/write-atomic.ts";
import { onDisk } from "./fs-failure.ts";
import type { Ports } from "../ports/ports.ts";
import { PathLocks } from "./path-locks.ts";
import { relativePath } from "./path-policy.ts";
import { editableBytes, type ReadFile, readTarget, sha256 } from "./read-file.ts";
import { inProject, type Layer, type Root, type Roots, type Target } from "./roots.ts";
import { encodeText, newFileFormat } from "./text-format.ts";
import type { TextMemory } from "./text-memory.ts";
import { Trash } from "./trash.ts";

export type Written = {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly layer: Layer;
};

/** A file's new text; `baseHash` null: there must be no such file yet. */
export type Change = { readonly path: string; readonly text: string; readonly baseHash: string | null };

export type Removed = {
  readonly path: string;
  readonly trash: "system" | "project";
  readonly undo: string | null;
};

export type EditPorts = Pick<Ports, "trash" | "ids">;

/** Changes to files and folders. Each one is whole or did not happen; paths in answers are project-relative. */
export class EditFiles {
  readonly #roots: Roots;
  readonly #memory: TextMemory;
  readonly #ports: EditPorts;
  readonly #disk: WriteDisk;
  readonly #trash: Trash;
  readonly #locks = new PathLocks();

  constructor(roots: Roots, memory: TextMemory, ports: EditPorts, disk: WriteDisk = fs) {
    this.#roots = roots;
    this.#memory = memory;
    this.#ports = ports;
    this.#disk = disk;
    this.#trash = new Trash(roots.project);
  }

  /** Replaces the text. With a base hash, fails with `conflict` when the file is no longer that one. */
  write(root: Root, asked: string, text: string, baseHash?: string): Promise<Written> {
    return this.#locked(root, asked, async () => {
      const target = await this.#fileToWrite(root, asked);
      const current = await this.#current(root, asked);
      if (baseHash !== undefined && current?.hash !== baseHash) {
        throw this.#conflict(target.path, text, baseHash, current);
      }
      return this.#store(target, current, text);
    });
  }

  /**
   * All or nothing: each file still has to be what its base says (null: not there) before the first is
   * written, and what was written goes back when a later one cannot be.
   */
  async writeAll(root: Root, changes: readonly Change[]): Promise<readonly Written[]> {
    for (const change of changes) await this.#locked(root, change.path, () => this.#unchanged(root, change));
    const done: Done[] = [];
    try {
      for (const change of changes) {
        const { path } = change;
        const replace = async () => {
          const { target, current } = await this.#unchanged(root, change);
          return { path, current, written: await this.#store(target, current, change.text) };
        };
        done.push(await this.#locked(root, path, replace));
      }
    } catch (error) {
      for (const each of done.toReversed()) await this.#putBack(root, each);
      throw error;
    }
    return done.map(({ written }) => written);
  }

  append(root: Root, asked: string, text: string): Promise<Written> {
    return this.#locked(root, asked, async () => {
      const target = await this.#fileToWrite(root, asked);
      const current = await this.#current(root, asked);
      const eol = current?.format.eol;
      const added = eol ? text.replaceAll(/\r?\n/g, eol) : text;
      return this.#store(target, current, (current?.text ?? "") + added);
    });
  }

  create(root: Root, asked: string, kind: "file" | "folder", text: string): Promise<string> {
    return this.#locked(root, asked, async () => {
      const visible = await this.#roots.forReading(root, asked);
      if (visible.found !== null) throw exists(visible.path);
      const target = await this.#roots.forWriting(root, asked);
      if (kind === "folder") {
        await onDisk(target.path, () => this.#disk.mkdir(target.absolute, { recursive: true }));
      } else {
        await this.#put(target, encodeText(text, newFileFormat), text, { exclusive: true });
      }
      return target.path;
    });
  }

  /** In the layer the path was read from. Never replaces what either layer shows at the new path. */
  rename(root: Root, from: string, to: string): Promise<{ from: string; to: string }> {
    return this.#locked(root, from, async () => {
      const source = await this.#toMove(root, from);
      const visible = await this.#roots.forReading(root, to);
      const isRespelling = visible.found !== null && (await isSameEntry(source, visible));
      if (visible.found !== null && !isRespelling) throw exists(visible.path);
      const target = await this.#roots.inLayer(source.layer, root, to, true);
      if (!target) {
        throw new Failure("invalid-move", `${source.path} cannot leave the overlay folder.`, { from, to });
      }
      await onDisk(target.path, async () => {
        await this.#disk.mkdir(dirname(target.absolute), { recursive: true });
        if (source.found === "file" && !isRespelling) {
          await moveWithoutReplacing(source.entry, target.entry, this.#disk);
        } else await this.#disk.rename(source.entry, target.entry);
      });
      return { from: source.path, to: target.path };
    });
  }

  /** To the system's trash where the host has one, else to the project's own, from where it can come back. */
  remove(root: Root, asked: string): Promise<Removed> {
    return this.#locked(root, asked, async () => {
      const target = await this.#toMove(root, asked);
      const { path } = target;
      if (this.#ports.trash) {
        const toSystem = this.#ports.trash;
        await onDisk(path, () => toSystem(target.entry));
        return { path, trash: "system", undo: null };
      }
      const undo = this.#ports.ids.next();
      await this.#trash.put(target, undo);
      return { path, trash: "project", undo };
    });
  }

  async undoRemove(undo: string): Promise<string> {
    const trashed = await this.#trash.find(undo);
    return this.#locked("", trashed.path, async () => {
      const target = await this.#roots.inLayer(trashed.layer, "", trashed.path, true);
      if (!target || target.found !== null) throw exists(trashed.path);
      await this.#trash.restore(undo, trashed, target.entry);
      return trashed.path;
    });
  }

  /** What is at the path, in the layer it was read from; fails when there is nothing, or it is the root. */
  async #toMove(root: Root, asked: string): Promise<Target> {
    if (relativePath(asked) === "") {
      throw new Failure("invalid-move", "The folder itself cannot be moved or removed.", { path: asked });
    }
    const visible = await this.#roots.forReading(root, asked);
    if (visible.found === null) {
      throw new Failure("not-found", `There is nothing at ${visible.path}.`, { path: visible.path });
    }
    return (await this.#roots.inLayer(visible.layer, root, asked, true)) ?? visible;
  }

  async #unchanged(root: Root, { path, text, baseHash }: Change): Promise<ToWrite> {
    const target = await this.#fileToWrite(root, path);
    const current = await this.#current(root, path);
    if (baseHash === null && current) throw exists(target.path);
    if (baseHash !== null && current?.hash !== baseHash) {
      throw this.#conflict(target.path, text, baseHash, current);
    }
    return { target, current };
  }

  async #putBack(root: Root, { path, current, written }: Done): Promise<void> {
    if (current) await this.write(root, path, current.text, written.hash);
    else {
      await this.#locked(root, path, async () => {
        const target = await this.#fileToWrite(root, path);
        await onDisk(target.path, () => this.#disk.unlink(target.absolute));
      });
    }
  }

  async #fileToWrite(root: Root, asked: string): Promise<Target> {
    const target = await this.#roots.forWriting(root, asked);
    if (target.found === "folder" || target.found === "special" || relativePath(asked) === "") {
      throw new Failure("not-a-file", `${target.path || "The folder"} is not a file that can be written.`, {
        path: target.path,
      });
    }
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

  async #store(target: Target, current: Current | null, text: string): Promise<Written> {
    const bytes = encodeText(text, current?.format ?? newFileFormat);
    if (bytes.length > editableBytes) {
      throw new Failure("file-too-large", `${target.path} would be over 5 MB.`, { path: target.path });
    }
    return this.#put(target, bytes, text, current ? { mode: current.mode } : {});
  }

  async #put(
    target: Target,
    bytes: Uint8Array,
    text: string,
    options: { readonly mode?: number; readonly exclusive?: boolean },
  ): Promise<Written> {
    const { mode, exclusive = false } = options;
    await onDisk(target.path, () =>
      writeAtomic(target.absolute, bytes, mode, { exclusive, disk: this.#disk }),
    );
    const hash = sha256(bytes);
    this.#memory.remember(hash, text);
    return { path: target.path, hash, bytes: bytes.length, layer: target.layer };
  }

  #conflict(path: string, mine: string, baseHash: string, current: Current | null): Failure {
    return new Failure("conflict", `${path} was changed by someone else since it was opened.`, {
      base: this.#memory.recall(baseHash),
      mine,
      theirs: current?.text ?? null,
      theirsHash: current?.hash ?? null,
    });
  }

  #locked<T>(root: Root, asked: string, work: () => Promise<T>): Promise<T> {
    return this.#locks.run(inProject(root, relativePath(asked)), work);
  }
}

type Current = ReadFile & { readonly mode: number };
type ToWrite = { readonly target: Target; readonly current: Current | null };
type Done = { readonly path: string; readonly current: Current | null; readonly written: Written };

const exists = (path: string): Failure =>
  new Failure("exists", `There is already something at ${path}.`, { path });

/** Only the spelling changes (`readme.md` to `README.md`) on a disk that does not tell them apart. */
const isSameEntry = async (a: Target, b: Target): Promise<boolean> => {
  if (a.entry === b.entry || a.entry.toLowerCase() !== b.entry.toLowerCase()) return false;
  const [first, second] = await Promise.all([fs.lstat(a.entry), fs.lstat(b.entry)]);
  return first.ino === second.ino && first.dev === second.dev;
};
