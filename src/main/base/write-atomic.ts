import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import { dirname, join } from "node:path";

/** The disk, as far as writing needs it; tests pass one that is full or refuses. */
export type WriteDisk = Pick<typeof fs, "open" | "rename" | "link" | "unlink" | "mkdir" | "rmdir">;

export type WriteOptions = {
  /** Fail with EEXIST instead of replacing what is there. */
  readonly exclusive?: boolean;
  /** Of folders that have to be made. */
  readonly folderMode?: number;
  readonly disk?: WriteDisk;
};

/**
 * Replaces a file as a whole: a reader, and a crash at any moment, sees the old bytes or the new ones.
 * Missing folders are made. When writing fails, nothing is left behind, these folders included. A link with
 * the file's name is replaced, never followed; folders above it are followed (`KeptFiles` looks at those).
 */
export const writeAtomic = async (
  path: string,
  data: string | Uint8Array,
  mode?: number,
  options?: WriteOptions,
): Promise<void> => writeAtomicWith(path, (file) => file.writeFile(data), mode, options);

/** The same for content that is written piece by piece. */
export const writeAtomicWith = async (
  path: string,
  write: (file: fs.FileHandle) => Promise<void>,
  mode?: number,
  { exclusive = false, folderMode = 0o777, disk = fs }: WriteOptions = {},
): Promise<void> => {
  const folder = dirname(path);
  const made = await disk.mkdir(folder, { recursive: true, mode: folderMode });
  // A name of its own: the file's with an ending could pass the 255 bytes that names may have.
  const temp = join(folder, `${temporaryPrefix}${randomBytes(8).toString("hex")}`);
  try {
    const file = await disk.open(temp, "wx", mode ?? 0o666);
    try {
      await write(file);
      // The mode given to open is cut by the umask; a mode to keep is set as it was.
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
  await syncFolder(disk, folder);
};

/** Whether a name is that of a file being written; watchers and lists leave these out. */
export const isTemporaryName = (name: string): boolean => name.startsWith(temporaryPrefix);

const temporaryPrefix = ".satchel-tmp-";

/** Gives a file another name without ever replacing what is there. */
export const moveWithoutReplacing = (from: string, to: string, disk: WriteDisk = fs): Promise<void> =>
  linkInPlace(disk, from, to);

/** A hard link never replaces. On disks without links an empty file holds the place until the rename. */
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
  await disk.unlink(temp);
};

/** Disks of cameras and some shares keep no modes, so there is none to lose. */
const unlessModeless = (error: unknown): void => {
  if (!isUnsupported(error)) throw error;
};

const isUnsupported = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(String(error.code));

/** Makes the rename itself durable. Windows cannot open folders, and needs no such thing. */
const syncFolder = async (disk: WriteDisk, folder: string) => {
  const handle = await disk.open(folder, "r").catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
};

const removeEmptyFolders = async (disk: WriteDisk, from: string, upTo: string): Promise<void> => {
  for (let folder = from; folder.length >= upTo.length; folder = dirname(folder)) {
    const gone = await disk.rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!gone) return;
  }
};
