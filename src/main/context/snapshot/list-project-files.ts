import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Signal } from "#shared/contract/index.ts";
import type { IgnoreRules } from "../../workspace/ignore-rules.ts";
import { isHiddenName, isInstalled } from "../../workspace/left-out-names.ts";
import { hasControl } from "../../workspace/path-policy.ts";
import { isBinary } from "../../workspace/text-format.ts";
import { isSnapshotPath, type ListedFile } from "./candidates.ts";

export type ListOptions = {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly rules: Pick<IgnoreRules, "ignores">;
  /** Project-relative folders of the agents' workspaces. */
  readonly workspaces: readonly string[];
  /** The listing before this one: a file of the same size and time is not opened again. */
  readonly known?: readonly ListedFile[];
  readonly maxFiles?: number;
  readonly signal?: Signal | undefined;
};

export type Listing = {
  readonly files: readonly ListedFile[];
  /** There were more than `maxFiles`, and the rest was not looked at. */
  readonly isCut: boolean;
  /** When each folder that was entered last changed, in milliseconds: a new file changes the time of its folder. */
  readonly folders: ReadonlyMap<string, number>;
};

/**
 * The project's files that may be in a snapshot, binary ones marked. Folders are entered and files opened only
 * when their names allow it, so nothing secret-looking is touched. Links are not followed: one could lead out of
 * the project, or give a secret a harmless name.
 */
export const listProjectFiles = async (options: ListOptions): Promise<Listing> => {
  const { workspaces, rules, signal } = options;
  const maxFiles = options.maxFiles ?? MAX_FILES;
  const known = new Map((options.known ?? []).map((file) => [file.path, file]));
  const files: ListedFile[] = [];
  const folders = [""];
  const entered = new Map<string, number>();

  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    if (signal?.aborted) throw signal.reason;
    // Before its names are read, so that whatever comes later is noticed.
    entered.set(folder, await changedAt(options.folder, folder));
    const names: string[] = [];
    for (const entry of await entriesOf(join(options.folder, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (!isFolder && !entry.isFile()) continue;
      // Such a name could end its line and add text of its own to the prompt.
      if (hasControl(entry.name)) continue;
      if (isFolder ? !mayEnter(path, workspaces) : !isSnapshotPath(path, workspaces)) continue;
      if (rules.ignores(path, isFolder)) continue;
      (isFolder ? folders : names).push(path);
    }
    const room = maxFiles - files.length;
    const looked = names.slice(0, room).map((path) => lookAt(options.folder, path, known.get(path)));
    files.push(...(await Promise.all(looked)).filter((file) => file !== null));
    if (names.length > room) return { files, isCut: true, folders: entered };
  }
  return { files, isCut: false, folders: entered };
};

/** Whether a name was added or removed since. Folders beyond the limit are not looked at. */
export const hasNewNames = async (folder: string, { folders }: Listing): Promise<boolean> => {
  const looked = [...folders].slice(0, MAX_LOOKED_FOLDERS);
  const now = await Promise.all(looked.map(([path]) => changedAt(folder, path)));
  return looked.some(([, at], index) => now[index] !== at);
};

/** Looked at in every preview while a slider moves, so it must stay far below a frame. */
const MAX_LOOKED_FOLDERS = 200;

/** 0 for a folder that is not there. */
const changedAt = async (folder: string, path: string): Promise<number> => {
  const found = await lstat(join(folder, path)).catch(() => null);
  return found?.mtimeMs ?? 0;
};

/** Far above what a snapshot can show; a stop for a home folder opened by mistake. */
const MAX_FILES = 50_000;

/** Enough bytes to recognise binary files. */
const SNIFFED_BYTES = 8_000;

const mayEnter = (path: string, workspaces: readonly string[]) =>
  !isInstalled(path) && !isHiddenName(path.slice(path.lastIndexOf("/") + 1)) && !workspaces.includes(path);

/**
 * In the order of names, so that a cut listing is always the same. A folder that was removed meanwhile counts as
 * empty.
 */
const entriesOf = async (folder: string) => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
};

const lookAt = async (
  folder: string,
  path: string,
  known: ListedFile | undefined,
): Promise<ListedFile | null> => {
  const absolute = join(folder, path);
  try {
    const { size, mtimeMs } = await lstat(absolute);
    if (known && known.bytes === size && known.changedAt === mtimeMs) return known;
    return { path, bytes: size, changedAt: mtimeMs, binary: size > 0 && (await sniff(absolute)) };
  } catch {
    // Removed since it was listed, or not readable: not a candidate.
    return null;
  }
};

const sniff = async (absolute: string): Promise<boolean> => {
  const file = await open(absolute, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0);
    return isBinary(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
};
