import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, syncFolder } from "./durable-folders.ts";

/** The file operations that writing needs; tests pass a disk that is full or refuses. */
export type WriteDisk = Pick<typeof fs, "open" | "rename" | "link" | "unlink" | "mkdir" | "rmdir">;

export type WriteOptions = {
  /** Fail with EEXIST instead of replacing an existing file. */
  readonly exclusive?: boolean;
  /** Mode of the folders that have to be created. */
  readonly folderMode?: number;
  readonly disk?: WriteDisk;
};

/**
 * Replaces a whole file: a reader, or a crash at any moment, sees either the old bytes or the new ones.
 * Missing folders are created. When writing fails, nothing is left behind, not even these folders. A link
 * with the file's name is replaced, never followed; links in the folders above are followed (`KeptFiles`
 * checks those).
 */
export const writeAtomic = async (
  path: string,
  data: string | Uint8Array,
  mode?: number,
  options?: WriteOptions,
): Promise<void> => writeAtomicWith(path, (file) => file.writeFile(data), mode, options);

/** Like `writeAtomic`, for content that is written in pieces. */
export const writeAtomicWith = async (
  path: string,
  write: (file: fs.FileHandle) => Promise<void>,
  mode?: number,
  { exclusive = false, folderMode = 0o777, disk = fs }: WriteOptions = {},
): Promise<void> => {
  const folder = dirname(path);
  const made = await makeFolder(folder, folderMode, disk);
  const temp = join(folder, temporaryName());
  try {
    const file = await disk.open(temp, "wx", mode ?? 0o666);
    try {
      await write(file);
      // The mode passed to open is reduced by the umask, so a mode to keep is set explicitly.
      if (mode !== undefined) await file.chmod(mode).catch(unlessModeless);
      await file.sync();
    } finally {
      await file.close();
    }
    await (exclusive ? linkInPlace(disk, temp, path) : disk.rename(temp, path));
  } catch (error) {
    await disk.unlink(temp).catch(() => {});
    if (made !== undefined) await removeEmptyFolders(disk, folder, made);
    throw error;
  }
  await syncFolder(folder, disk);
};

/** Whether a name is that of a temporary file; watchers and lists ignore these. */
export const isTemporaryName = (name: string): boolean => name.startsWith(temporaryPrefix);

const temporaryPrefix = ".satchel-tmp-";

/** A separate short name: the file's name with an ending could exceed the limit of 255 bytes. */
export const temporaryName = (): string => `${temporaryPrefix}${randomBytes(8).toString("hex")}`;

/** Renames a file without ever replacing an existing one. */
export const moveWithoutReplacing = async (from: string, to: string, disk: WriteDisk = fs): Promise<void> => {
  await linkInPlace(disk, from, to);
  await syncMoved(from, to, disk);
};

/** After a move: until both folders are synced, a power cut may leave both names, or the old one. */
export const syncMoved = async (
  from: string,
  to: string,
  disk: Pick<WriteDisk, "open"> = fs,
): Promise<void> => {
  await syncFolder(dirname(to), disk);
  if (dirname(from) !== dirname(to)) await syncFolder(dirname(from), disk);
};

/** A hard link never replaces. On disks without links an empty file reserves the name until the rename. */
const linkInPlace = async (disk: WriteDisk, temp: string, path: string): Promise<void> => {
  try {
    await disk.link(temp, path);
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    const held = await disk.open(path, "wx");
    await held.close();
    await disk.rename(temp, path);
    return;
  }
  try {
    await disk.unlink(temp);
  } catch (error) {
    // With both names the file would be there twice; a move that failed leaves it where it was.
    await disk.unlink(path).catch(() => {});
    throw error;
  }
};

/** Camera cards and some network shares store no modes, so there is none to lose. */
const unlessModeless = (error: unknown): void => {
  if (!isUnsupported(error)) throw error;
};

const isUnsupported = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(String(error.code));

const removeEmptyFolders = async (disk: WriteDisk, from: string, upTo: string): Promise<void> => {
  for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) {
    const gone = await disk.rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!gone) return;
  }
};
