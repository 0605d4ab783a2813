import { constants, type Stats } from "node:fs";
import { lstat, open, opendir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { errnoOf } from "../../base/errno.ts";
import { type DiskMark, type Refused, type SourceFile, type SourceFiles, wholeOf } from "./source-files.ts";
import { type Bytes, listZip } from "./zip-archive.ts";

const MAX_FILES = 200_000;
const MAX_DEPTH = 64;
const CHUNK_BYTES = 1024 * 1024;
/** An archive inside an archive is read from memory. */
const MAX_INNER_BYTES = 256 * 1024 * 1024;

/**
 * Opens what the user chose: a folder, an archive, or any other file. Opens nothing for writing. The chosen path may
 * lead through links; inside it no link is followed.
 */
export const openSource = async (chosen: string, signal?: AbortSignal): Promise<SourceFiles> => {
  const path = await realpath(chosen).catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR")
      throw new Failure("not-found", `${chosen} does not exist.`, { path: chosen });
    throw unreadable(chosen, error);
  });
  const found = await lstat(path);
  if (found.isDirectory()) return withArchives(await listFolder(path, signal));
  if (!found.isFile()) throw new Failure("unsafe-path", `${path} is neither a file nor a folder.`, { path });
  const file = diskFile(path, basename(path), found);
  if (!(await isArchive(file)))
    return {
      name: basename(path),
      kind: "file",
      files: [file],
      folders: new Set(),
      refused: [],
      onDisk: marksOf([file]),
    };
  const { files, refused } = await listZip(diskBytes(path, found), file.modifiedAt);
  return withArchives({
    name: basename(path),
    kind: "zip",
    files,
    refused,
    folders: foldersOf(files),
    onDisk: marksOf([file]),
  });
};

/** Text that was pasted. */
export const pastedSource = (text: string, at: string): SourceFiles => {
  const bytes = Buffer.from(text);
  const file: SourceFile = {
    path: "pasted.txt",
    size: bytes.length,
    modifiedAt: at,
    bytes: async function* () {
      yield bytes;
    },
    disk: null,
    isHardLink: false,
  };
  return { name: "pasted text", kind: "text", files: [file], folders: new Set(), refused: [], onDisk: [] };
};

const listFolder = async (root: string, signal?: AbortSignal): Promise<SourceFiles> => {
  const files: SourceFile[] = [];
  const folders = new Set<string>();
  const refused: Refused[] = [];
  const waiting: { readonly path: string; readonly depth: number }[] = [{ path: "", depth: 0 }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    signal?.throwIfAborted();
    const folder = await opendir(join(root, at.path)).catch((error: unknown) => {
      throw unreadable(join(root, at?.path ?? ""), error);
    });
    for await (const entry of folder) {
      const path = at.path === "" ? entry.name : `${at.path}/${entry.name}`;
      if (entry.isSymbolicLink()) refused.push({ path, why: "link" });
      else if (entry.isDirectory()) {
        folders.add(path);
        if (at.depth >= MAX_DEPTH) refused.push({ path, why: "too-many" });
        else if (!isLeftOut(entry.name)) waiting.push({ path, depth: at.depth + 1 });
      } else if (!entry.isFile()) refused.push({ path, why: "special" });
      else if (files.length >= MAX_FILES) {
        refused.push({ path, why: "too-many" });
        waiting.length = 0;
        break;
      } else {
        const found = await lstat(join(root, path)).catch(() => null);
        if (found?.isFile()) files.push(diskFile(join(root, path), path, found));
      }
    }
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { name: basename(root), kind: "folder", files, folders, refused, onDisk: marksOf(files) };
};

const marksOf = (files: readonly SourceFile[]): readonly DiskMark[] =>
  files.flatMap(({ disk, size, modifiedAt }) => (disk === null ? [] : [{ path: disk, size, modifiedAt }]));

/** Folders of other programs that hold no conversations, and may hold a million files. */
const isLeftOut = (name: string): boolean => name === "node_modules" || name === ".git";

const foldersOf = (files: readonly SourceFile[]): ReadonlySet<string> => {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) folders.add(path.slice(0, at));
  }
  return folders;
};

/** An export in parts is several archives. Each is opened in its place, one level deep. */
const withArchives = async (opened: SourceFiles): Promise<SourceFiles> => {
  const files: SourceFile[] = [];
  const refused: Refused[] = [...opened.refused];
  for (const file of opened.files) {
    if (!/\.zip$/i.test(file.path) || !(await isArchive(file))) {
      files.push(file);
      continue;
    }
    const bytes = file.disk === null ? await innerBytes(file) : diskBytes(file.disk, file);
    if (bytes === null) {
      refused.push({ path: file.path, why: "nested" });
      continue;
    }
    const inner = await listZip(bytes, file.modifiedAt);
    const inside = (path: string) => `${file.path}/${path}`;
    files.push(...inner.files.map((each) => ({ ...each, path: inside(each.path) })));
    refused.push(...inner.refused.map((each) => ({ ...each, path: inside(each.path) })));
  }
  return { ...opened, files, refused };
};

const innerBytes = async (file: SourceFile): Promise<Bytes | null> => {
  const bytes = await wholeOf(file, MAX_INNER_BYTES);
  return bytes && { size: bytes.length, read: async (at, length) => bytes.subarray(at, at + length) };
};

const isArchive = async (file: SourceFile): Promise<boolean> => {
  for await (const chunk of file.bytes()) {
    const [p, k, type] = chunk;
    return p === 0x50 && k === 0x4b && (type === 3 || type === 5);
  }
  return false;
};

const diskFile = (absolute: string, path: string, found: Stats): SourceFile => ({
  path,
  size: found.size,
  modifiedAt: found.mtime.toISOString(),
  bytes: (signal) => diskStream(absolute, signal),
  disk: absolute,
  isHardLink: found.nlink > 1,
});

/** Fresh memory for each piece: readers keep parts of it. */
async function* diskStream(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const file = await openPlain(path);
  try {
    for (let position = 0; ;) {
      signal?.throwIfAborted();
      const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } catch (error) {
    throw error instanceof Failure || signal?.aborted ? error : unreadable(path, error);
  } finally {
    await file.close();
  }
}

const diskBytes = (path: string, { size }: { readonly size: number }): Bytes => ({
  size,
  read: async (position, length) => {
    const file = await openPlain(path);
    try {
      const chunk = Buffer.allocUnsafeSlow(length);
      const { bytesRead } = await file.read(chunk, 0, length, position);
      return chunk.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  },
});

/** What became a link or a pipe since it was listed is not opened. */
const openPlain = async (path: string) => {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Failure("unsafe-path", `${path} is not a regular file.`, { path });
};

const unreadable = (path: string, error: unknown): Failure => {
  const reason = errnoOf(error) ?? (error instanceof Error ? error.message : String(error));
  return new Failure("not-readable", `${path} could not be read (${reason}).`, { path });
};
