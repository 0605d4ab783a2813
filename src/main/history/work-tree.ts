import { constants, type Dirent } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Failure } from "#shared/contract/failure.ts";
import { isTemporaryName } from "../base/write-atomic.ts";
import { IgnoreRules } from "../workspace/ignore-rules.ts";
import { looksSecret } from "../workspace/left-out-names.ts";
import { blobId, type Entry } from "./git-objects.ts";

/** Larger files are omitted. */
export const MAX_FILE_BYTES = 1024 * 1024;
/** A workspace is written by people; a folder with more files is something else. */
const MAX_FILES = 50_000;

/** Files read and stored concurrently; storing mostly waits for the disk. */
const MAX_CONCURRENT_FILES = 8;

export type WorkTree = {
  /** Absolute, real path of the workspace. */
  readonly folder: string;
  /** Workspace-relative folder of transcripts, when it is inside the workspace. */
  readonly transcripts: string | null;
};

/** Stores bytes and returns their id. */
export type Keep = (bytes: Uint8Array) => Promise<string>;

type Known = Entry & { readonly mark: string; readonly readAt: number };
/** What was read before, by path; avoids reading unchanged files again. */
export type KnownFiles = Map<string, Known>;

/**
 * The files of a workspace that its history covers, read now. With `keep`, the bytes of new and changed files
 * are passed to it, and are known afterwards.
 *
 * Omitted: what the workspace's own `.gitignore` excludes, files over 1 MiB, transcripts and sessions, links,
 * `.git`, every folder that is itself a repository, and files that look like secrets: a copy of a key would stay
 * after the file is removed or the key replaced.
 */
export const readWorkTree = async (
  tree: WorkTree,
  known: KnownFiles,
  keep: Keep | null,
): Promise<Map<string, Entry>> => {
  const files = new Map<string, Entry>();
  const paths: string[] = [];
  const rules = new IgnoreRules(dirname(tree.folder), () => [basename(tree.folder)]);
  const isIgnored = (path: string, isFolder: boolean) =>
    rules.ignores(`${basename(tree.folder)}/${path}`, isFolder);

  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(tree.folder, folder), { withFileTypes: true }).catch(() => []);
    if (folder !== "" && entries.some((entry) => entry.name === ".git")) return;
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isLeftOut(tree, path, entry) || isIgnored(path, entry.isDirectory())) continue;
      if (entry.isDirectory()) await visit(path);
      else paths.push(path);
      if (paths.length > MAX_FILES) throw tooLarge();
    }
  };

  const record = async (path: string) => {
    const identify = keep ?? (async (bytes: Uint8Array) => blobId(bytes));
    const entry = await readEntry(join(tree.folder, path), known.get(path), identify);
    if (!entry) return;
    if (keep) known.set(path, entry);
    files.set(path, { oid: entry.oid, mode: entry.mode });
  };

  await visit("");
  const waiting = paths.values();
  const readers = Array.from({ length: MAX_CONCURRENT_FILES }, async () => {
    for (const path of waiting) await record(path);
  });
  await Promise.all(readers);
  return files;
};

const tooLarge = () =>
  new Failure("history-too-large", `The workspace has more than ${MAX_FILES} files, too many for a history.`);

const isLeftOut = ({ transcripts }: WorkTree, path: string, entry: Dirent): boolean =>
  (!entry.isFile() && !entry.isDirectory()) ||
  (entry.isFile() && looksSecret(path)) ||
  entry.name === ".git" ||
  path === ".satchel" ||
  path === transcripts ||
  isTemporaryName(entry.name) ||
  /^agents\/[^/]+\/sessions$/.test(path);

/** Null for a file that is too large, unreadable or removed meanwhile. */
const readEntry = async (path: string, before: Known | undefined, identify: Keep): Promise<Known | null> => {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  if (!found?.isFile() || found.size > MAX_FILE_BYTES) return null;
  const mark = `${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}:${found.mode}`;
  // A file that changed within the clock's resolution after it was read could have the same times.
  const settled = before && Number(found.mtimeNs / 1_000_000n) < before.readAt - 2000;
  if (before?.mark === mark && settled) return before;
  const readAt = Date.now();
  const bytes = await readWithoutLinks(path).catch(() => null);
  if (!bytes || bytes.byteLength > MAX_FILE_BYTES) return null;
  const mode = (found.mode & 0o100n) === 0n ? "100644" : "100755";
  return { oid: await identify(bytes), mode, mark, readAt };
};

const readWithoutLinks = async (path: string): Promise<Uint8Array> => {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
};
