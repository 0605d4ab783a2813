import {
  type BigIntStats,
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  unlinkSync,
} from "node:fs";
import { copyFile, type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { makeFolder, makeFolderSync, syncFile, syncFolder, syncFolderOnce } from "./durable-folders.ts";
import { errnoOf } from "./errno.ts";
import { FolderIdentity } from "./folder-identity.ts";
import { temporaryName, writeAtomic, writeAtomicWith, type WriteDisk } from "./write-atomic.ts";

/**
 * The files that Satchel itself keeps in a project: conversations, settings, the index, backups. A project
 * may come from a stranger, and so may anything found at these paths. Therefore no link is followed, neither
 * as a folder on the way nor as the file itself, even if it stays inside the project; only regular files are
 * opened (a pipe would block, a device has no end); and every read has a limit.
 *
 * Paths are relative to the root, with `/` between names. The root is resolved once: the user chose it, and
 * it may be reached through links. Folders are checked just before each use. That protects against what a
 * folder can contain, not against a program of the user that swaps folders in between; such a program can
 * write everywhere anyway.
 */
export class KeptFiles {
  /** Real path. */
  readonly root: string;
  /** A root that was moved away or unmounted is not created again at the old path. */
  readonly #identity: FolderIdentity;

  constructor(root: string) {
    this.root = realpathSync(root);
    this.#identity = new FolderIdentity(this.root);
  }

  /** Opens the user's own folder and creates it if it does not exist. */
  static inUserData(folder: string): KeptFiles {
    makeFolderSync(folder, FOLDER_MODE);
    return new KeptFiles(folder);
  }

  /**
   * The absolute path, after every folder on the way was found to be a real one. The last name is not
   * checked.
   */
  place(path: string): string {
    const names = namesOf(path);
    let folder = this.root;
    for (const [index, name] of names.slice(0, -1).entries()) {
      folder = join(folder, name);
      const found = lstatSync(folder, { throwIfNoEntry: false });
      if (!found) break;
      if (!found.isDirectory()) throw notAFolder(names.slice(0, index + 1).join("/"), found);
    }
    return join(this.root, ...names);
  }

  /** What exists at a path. A link is `other`, whatever its target. */
  look(path: string): "file" | "folder" | "other" | null {
    const found = lstatSync(this.place(path), { throwIfNoEntry: false });
    return found ? kindOf(found) : null;
  }

  /** Size and times, to recognise a change without reading; null when there is no regular file. */
  stat(path: string): BigIntStats | null {
    const found = lstatSync(this.place(path), { throwIfNoEntry: false, bigint: true });
    return found?.isFile() ? found : null;
  }

  /** Changes whenever a small file changes, also when the file is refused; `none` when it does not exist. */
  mark(path: string): string {
    try {
      const found = lstatSync(this.place(path), { throwIfNoEntry: false, bigint: true });
      return found ? `${found.mode}:${found.ino}:${found.mtimeNs}:${found.size}` : "none";
    } catch (error) {
      if (error instanceof Failure) return error.message;
      throw error;
    }
  }

  /** Fails unless the path is a regular file or does not exist. */
  requirePlain(path: string): string {
    const place = this.place(path);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found && !found.isFile()) throw notAPlainFile(path, found);
    return place;
  }

  /** Fails unless the path is a real folder or does not exist. */
  requireFolder(path: string): string {
    this.place(`${path}/-`);
    return join(this.root, ...namesOf(path));
  }

  async read(path: string, maxBytes: number): Promise<Buffer> {
    const file = await this.open(path, "read");
    try {
      const { size } = await file.stat();
      if (size > maxBytes) throw tooLarge(path, maxBytes);
      const bytes = Buffer.alloc(size);
      let end = 0;
      while (end < size) {
        const { bytesRead } = await file.read(bytes, end, size - end, end);
        if (bytesRead === 0) break;
        end += bytesRead;
      }
      return bytes.subarray(0, end);
    } finally {
      await file.close();
    }
  }

  /** The synchronous form, for small files. */
  readSync(path: string, maxBytes: number): Buffer {
    const place = this.requirePlain(path);
    const file = refusing(path, () => openSync(place, constants.O_RDONLY | SAFE));
    try {
      const found = fstatSync(file);
      if (!found.isFile()) throw notAPlainFile(path, found);
      if (found.size > maxBytes) throw tooLarge(path, maxBytes);
      const bytes = Buffer.alloc(found.size);
      let end = 0;
      while (end < found.size) {
        const read = readSync(file, bytes, end, found.size - end, end);
        if (read === 0) break;
        end += read;
      }
      return bytes.subarray(0, end);
    } finally {
      closeSync(file);
    }
  }

  /**
   * The caller must close the file. `append` may also read; `new` fails with EEXIST when the path exists, and so does
   * `loose`, whose new name a power cut may take.
   */
  async open(path: string, how: "read" | "append" | "new" | "loose"): Promise<FileHandle> {
    const place = this.requirePlain(path);
    if (how !== "read") {
      this.#identity.require();
      await makeFolder(dirname(place), FOLDER_MODE);
    }
    const isNew = (how === "append" || how === "new") && !lstatSync(place, { throwIfNoEntry: false });
    if (how === "append") await this.separate(path);
    const file = await open(place, FLAGS[how] | SAFE, FILE_MODE).catch((error: unknown) => {
      throw refusal(path, error);
    });
    try {
      const found = await file.stat();
      if (!found.isFile()) throw notAPlainFile(path, found);
      if (isNew) await syncFolder(dirname(place));
      else if (how === "append") await syncFolderOnce(dirname(place));
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /**
   * Makes a file the only name of its bytes. One that is written in place could be a second name (hard link) of a
   * file elsewhere, which would be written too.
   */
  async separate(path: string): Promise<void> {
    const place = this.requirePlain(path);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (!found || found.nlink <= 1) return;
    const copy = join(dirname(place), temporaryName());
    try {
      await copyFile(place, copy, constants.COPYFILE_EXCL);
      await syncFile(copy);
      await rename(copy, place);
      await syncFolder(dirname(place));
    } catch (error) {
      await rm(copy, { force: true });
      throw error;
    }
  }

  /** Waits until the names in the folder of this path are on the disk. */
  syncFolderOf(path: string): Promise<void> {
    return syncFolder(dirname(this.place(path)));
  }

  /** Replaces the whole file. */
  async write(path: string, data: string | Uint8Array, options: WriteOptions = {}): Promise<void> {
    const { mode = FILE_MODE, disk } = options;
    const place = this.requirePlain(path);
    this.#identity.require();
    await writeAtomic(place, data, mode ?? undefined, { folderMode: FOLDER_MODE, ...(disk && { disk }) });
  }

  /** Like `write`, for content that is written in pieces. */
  async writeWith(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
    const place = this.requirePlain(path);
    this.#identity.require();
    await writeAtomicWith(place, write, FILE_MODE, { folderMode: FOLDER_MODE });
  }

  /** The entries of a folder; empty when the folder does not exist. */
  async list(path: string): Promise<readonly KeptEntry[]> {
    const entries = await readdir(this.requireFolder(path), { withFileTypes: true }).catch(emptyWhenMissing);
    return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) }));
  }

  /** Only the names, synchronously. */
  namesSync(path: string): readonly string[] {
    try {
      return readdirSync(this.requireFolder(path));
    } catch (error) {
      return emptyWhenMissing(error);
    }
  }

  /** Creates a folder and its parents, accessible by this user only. */
  makeFolderSync(path: string): string {
    const place = this.requireFolder(path);
    this.#identity.require();
    makeFolderSync(place, FOLDER_MODE);
    return place;
  }

  /** Renames a regular file; replaces an existing file of the new name. */
  async rename(from: string, to: string): Promise<void> {
    await rename(this.requirePlain(from), this.requirePlain(to));
  }

  renameSync(from: string, to: string): void {
    renameSync(this.requirePlain(from), this.requirePlain(to));
  }

  /** Removes a file; for a link, the link and never its target. Does nothing when the file does not exist. */
  async remove(path: string): Promise<void> {
    await rm(this.place(path), { force: true });
  }

  /** Fails with ENOENT when the file does not exist. */
  unlinkSync(path: string): void {
    unlinkSync(this.place(path));
  }
}

/** An open file; the caller that opened it closes it. */
export type KeptHandle = FileHandle;

export type KeptEntry = { readonly name: string; readonly kind: "file" | "folder" | "other" };

type WriteOptions = {
  /** Null: the mode of any new file, for files that belong to the user as much as to Satchel. */
  readonly mode?: number | null;
  readonly disk?: WriteDisk | undefined;
};

/** Conversations, memory and prompts are readable by the user only. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Windows has neither flag; there, only the check before opening protects. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;
const SAFE = O_NOFOLLOW | O_NONBLOCK;

const FLAGS = {
  read: constants.O_RDONLY,
  append: constants.O_RDWR | constants.O_APPEND | constants.O_CREAT,
  new: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
  loose: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL,
} as const;

const namesOf = (path: string): readonly string[] => {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  const isInside = names.every((name) => name !== ".." && !/[\\\0]/.test(name));
  if (isInside && !path.startsWith("/")) return names;
  throw new Failure("outside-root", `${path} leads outside the project.`, { path });
};

const kindOf = (found: Stats | Dirent): KeptEntry["kind"] =>
  found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";

const refusing = <T>(path: string, work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw refusal(path, error);
  }
};

/** The error codes that the two flags produce when a link or a pipe replaced the file after the check. */
const refusal = (path: string, error: unknown): unknown =>
  ["ELOOP", "EMLINK", "ENXIO"].includes(errnoOf(error) ?? "") ? notAPlainFile(path, null) : error;

const notAPlainFile = (path: string, found: Stats | null): Failure =>
  new Failure(
    "not-a-plain-file",
    `${path} is ${wordFor(found)}. Satchel keeps its own files as plain files and does not open it.`,
    { path },
  );

const notAFolder = (path: string, found: Stats): Failure =>
  found.isSymbolicLink()
    ? new Failure(
        "linked-folder",
        `${path} is a link. Satchel keeps its own files in real folders and does not follow it.`,
        { path },
      )
    : new Failure("not-a-folder", `${path} is ${wordFor(found)}, not a folder.`, { path });

const tooLarge = (path: string, maxBytes: number): Failure =>
  new Failure("too-large", `${path} is over ${maxBytes} bytes and was not read.`, { path, maxBytes });

const wordFor = (found: Stats | null): string => {
  if (found === null) return "a link or a pipe";
  if (found.isSymbolicLink()) return "a link";
  if (found.isFile()) return "a file";
  if (found.isDirectory()) return "a folder";
  return found.isFIFO() ? "a pipe" : "a device";
};

const emptyWhenMissing = (error: unknown): [] => {
  if (errnoOf(error) === "ENOENT") return [];
  throw error;
};
